module countersign.example/clients/go

go 1.24

require (
	github.com/standard-webhooks/standard-webhooks/libraries v0.0.1
	github.com/svix/svix-webhooks v1.13.0
)

require (
	golang.org/x/net v0.7.0 // indirect
	golang.org/x/oauth2 v0.0.0-20210514164344-f6687ab2804c // indirect
)
