package main

import (
	"context"
	"fmt"
	"time"

	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

// patience is the time for the first answer of a job service.
const patience = 10 * time.Second

// answers says why the endpoint does not answer as a job service would. Beam asks for two
// minutes and does not say why it was in vain; a port at which no process listens is
// known at once.
func answers(ctx context.Context, endpoint string) error {
	asking, end := context.WithTimeout(ctx, patience)
	defer end()
	connection, err := grpc.NewClient(endpoint, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return fmt.Errorf("--endpoint %s is not an address: %w: give one such as localhost:8099", endpoint, err)
	}
	defer connection.Close()
	_, err = jobpb.NewJobServiceClient(connection).GetJobs(asking, &jobpb.GetJobsRequest{})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	switch status.Code(err) {
	case codes.Unavailable:
		return fmt.Errorf("--endpoint %s: no job service answers (%s): start it, or give its address", endpoint, status.Convert(err).Message())
	case codes.DeadlineExceeded:
		return fmt.Errorf("--endpoint %s: no job service answers in %v: start it, or give its address", endpoint, patience)
	}
	return nil // any other answer is an answer of a service
}
