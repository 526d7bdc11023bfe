package runtime

func Gosched()
