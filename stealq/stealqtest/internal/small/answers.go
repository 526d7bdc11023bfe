// Package small has small programs over the deques of any kind, for the explorer: scenes that run a
// kind through its public contract alone.
package small

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Few is the amount of the smallest steals that k offers.
func Few(k *stealq.Kind) stealq.Amount {
	return firstOffered(k, stealq.One, stealq.Half, stealq.Balance, stealq.All)
}

// Most is the amount of the largest steals that k offers short of All.
func Most(k *stealq.Kind) stealq.Amount {
	return firstOffered(k, stealq.Half, stealq.One, stealq.Balance, stealq.All)
}

func firstOffered(k *stealq.Kind, amounts ...stealq.Amount) stealq.Amount {
	for _, a := range amounts {
		if k.Offers(a) {
			return a
		}
	}
	return k.Amounts[0]
}

// AnswersWrong is what is wrong with the answer of a Steal, whatever its victim held. It is
// "" if nothing is.
func AnswersWrong(k *stealq.Kind, capacity int, amount stealq.Amount, n int, o stealq.Outcome) string {
	switch {
	case o > stealq.Lost:
		return fmt.Sprintf("Steal with %v returned %v, which is not an outcome", amount, o)
	case o == stealq.Took && n == 0:
		return fmt.Sprintf("Steal with %v returned Took with 0 items: it must be Empty or Lost", amount)
	case (o == stealq.Took) != (n > 0):
		return fmt.Sprintf("Steal with %v returned %d items with %v: the number must be positive with Took, and 0 otherwise", amount, n, o)
	case o == stealq.Lost && !k.Loses:
		return fmt.Sprintf("Steal with %v was Lost, though the Kind's Loses is false", amount)
	case amount == stealq.One && n > 1:
		return fmt.Sprintf("Steal with one moved %d items", n)
	case n > capacity:
		return fmt.Sprintf("Steal with %v moved %d items to a deque of capacity %d", amount, n, capacity)
	case k.Shared && n > 0:
		return fmt.Sprintf("Steal with %v moved %d items between handles of one queue, though the Kind is Shared", amount, n)
	}
	return ""
}
