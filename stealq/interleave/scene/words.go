package scene

// Words returns every string of n letters of an alphabet.
func Words(alphabet string, n int) (all []string) {
	if n == 0 {
		return []string{""}
	}
	for _, word := range Words(alphabet, n-1) {
		for _, letter := range alphabet {
			all = append(all, word+string(letter))
		}
	}
	return all
}
