package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
)

// uniqueName is the name of a job that no other job of the service has. Beam does not
// tell the number of a job before the job has ended, so a cancellation has only the name.
func uniqueName(begin, round string) string {
	return fmt.Sprintf("%s-%s-%016x", begin, round, rand.Uint64())
}

// askEvery is the time before the first attempt to cancel a job, and between two attempts. A job may not have
// begun yet. Prism panics if a job is cancelled just when its worker starts, so there is some time before
// the first attempt, too. In this time many rounds end of themselves.
const askEvery = 100 * time.Millisecond

// cancelJob asks the job service to cancel the job of that name, until it is over. Errors
// are of no use to anybody: the service may be what has failed, and a second interrupt
// ends the process.
func cancelJob(name string, over <-chan struct{}) {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	go func() {
		select {
		case <-over:
			end()
		case <-ctx.Done():
		}
	}()
	connection, err := grpcx.Dial(ctx, *jobopts.Endpoint, time.Minute)
	if err != nil {
		return
	}
	defer connection.Close()
	service := jobpb.NewJobServiceClient(connection)
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(askEvery):
		}
		if id := running(ctx, service, name); id != "" {
			service.Cancel(ctx, &jobpb.CancelJobRequest{JobId: id})
		}
	}
}

// running is the number of the running job of that name, "" if there is none.
func running(ctx context.Context, service jobpb.JobServiceClient, name string) string {
	answer, err := service.GetJobs(ctx, &jobpb.GetJobsRequest{})
	if err != nil {
		return ""
	}
	for _, job := range answer.GetJobInfo() {
		if job.GetJobName() == name && job.GetState() == jobpb.JobState_RUNNING {
			return job.GetJobId()
		}
	}
	return ""
}
