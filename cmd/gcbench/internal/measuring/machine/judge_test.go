package machine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestJudgeWorkers(t *testing.T) {
	assert.Empty(t, judgeWorkers(2, 2, 2))
	assert.Empty(t, judgeWorkers(1, 2, 8))
	assert.Equal(t, "4 workers share 2 processors (GOMAXPROCS is 2, the machine has 8): the times show how the threads take turns, too; measure at most 2 workers", judgeWorkers(4, 2, 8))
	assert.Contains(t, judgeWorkers(4, 8, 1), "4 workers share 1 processor (")
}

func TestJudgeQuota(t *testing.T) {
	assert.Empty(t, judgeQuota(8, 0), "no limit")
	assert.Empty(t, judgeQuota(2, 2))
	assert.Empty(t, judgeQuota(1, 1.5))
	assert.Equal(t, "4 workers may run at once, and the control group allows 2.5 processors (cpu.max): the kernel stops all of them for a part of each period; measure with at most 2 workers, or raise the limit", judgeQuota(4, 2.5))
	assert.Contains(t, judgeQuota(1, 0.5), "1 worker may run at once, and the control group allows 0.50 processors")
}

func TestJudgeGovernors(t *testing.T) {
	assert.Empty(t, judgeGovernors(nil))
	assert.Empty(t, judgeGovernors([]frequency{{"performance", 800_000}, {"performance", 4_000_000}}), "an idle processor is slow")
	assert.Equal(t, "the frequency governor is powersave (now 800 to 4200 MHz): the clock of the processors changes between marks; as root, choose the governor performance (cpupower frequency-set -g performance)",
		judgeGovernors([]frequency{{"powersave", 800_000}, {"powersave", 4_200_000}, {"powersave", 0}}))
	assert.Contains(t, judgeGovernors([]frequency{{"schedutil", 0}, {"performance", 0}, {"ondemand", 0}}), "is ondemand and schedutil: ")
}

func TestJudgeOthers(t *testing.T) {
	used := func(processors int, elapsed, others time.Duration) use {
		return use{elapsed: elapsed, others: others, processors: processors}
	}
	const second = time.Second
	assert.Equal(t, "other processes used 0.80 of 2 processors while this ran, and before it 1.8 threads ran or wanted to run (load average): they take processors, caches and memory bandwidth from the marks; stop them and measure again",
		judgeOthers(used(2, second, 800*time.Millisecond), 2, 1.8))
	assert.Contains(t, judgeOthers(used(2, second, 800*time.Millisecond), 1, -1), "while this ran: they", "nothing is known of the load")

	assert.Empty(t, judgeOthers(use{}, 2, 9), "no time has passed")
	assert.Empty(t, judgeOthers(used(2, second, 0), 2, 9), "the load was our own")
	assert.Empty(t, judgeOthers(used(2, second, 90*time.Millisecond), 2, 9), "a quiet machine")
	assert.Empty(t, judgeOthers(used(2, 100*time.Millisecond, 4*tick), 2, 0), "a few ticks")
	assert.NotEmpty(t, judgeOthers(used(2, 100*time.Millisecond, 5*tick), 2, 0))
	assert.Empty(t, judgeOthers(used(64, second, 2*second), 8, 9), "enough is free")
	assert.NotEmpty(t, judgeOthers(used(64, second, 4*second), 8, 9), "caches and memory are shared")
	assert.NotEmpty(t, judgeOthers(used(64, second, second/5), 64, 9), "each worker needs its processor")
}

func TestJudgeSteal(t *testing.T) {
	assert.Empty(t, judgeSteal(use{}))
	assert.Empty(t, judgeSteal(use{all: 10 * time.Second, steal: 100 * time.Millisecond}), "1 %")
	assert.Empty(t, judgeSteal(use{all: time.Second, steal: 4 * tick}), "a few ticks")
	assert.Equal(t, "the host took 4.1 % of the processors' time for other work (steal time, 410ms): marks that it stopped look long; measure when the host is quiet, or on your own machine",
		judgeSteal(use{all: 10 * time.Second, steal: 410 * time.Millisecond}))
}
