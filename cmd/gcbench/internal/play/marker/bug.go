package marker

// bug names the bug of the package mark that this package imports. In a copy it is not "".
const bug = ""
