module countersign.example/clients/go

go 1.24

require (
	github.com/standard-webhooks/standard-webhooks/libraries v0.0.1
	github.com/svix/svix-webhooks v1.99.1
)

require github.com/google/uuid v1.6.0 // indirect
