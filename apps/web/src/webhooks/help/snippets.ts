/** How to verify a message, by language. The libraries are those of Standard Webhooks. */
export const snippets: readonly [Snippet, ...Snippet[]] = [
  {
    name: 'Node.js',
    code: `// npm install standardwebhooks
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)

// body: the text exactly as it came; headers: those of the request
const event = webhook.verify(body, headers)`,
  },
  {
    name: 'Python',
    code: `# pip install standardwebhooks
import os
from standardwebhooks.webhooks import Webhook

webhook = Webhook(os.environ["WEBHOOK_SECRET"])

# body: the text exactly as it came; headers: those of the request
event = webhook.verify(body, headers)`,
  },
  {
    name: 'Go',
    code: `// go get github.com/standard-webhooks/standard-webhooks/libraries
webhook, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
if err != nil {
	return err
}
// body: the bytes exactly as they came
return webhook.Verify(body, request.Header)`,
  },
  {
    name: 'openssl',
    code: `# The first part of the signature after "v1," must be what this prints.
key=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d | xxd -p -c 256)
printf '%s.%s.%s' "$ID" "$TIMESTAMP" "$BODY" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64`,
  },
]

/** A piece of code and the language it is in. */
export interface Snippet {
  readonly name: string
  readonly code: string
}
