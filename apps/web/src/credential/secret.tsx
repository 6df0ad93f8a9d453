import { Download } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { saveFile } from '../ui/table/csv.ts'
import { CodeBlock } from '../ui/value/code-block.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { DescriptionList } from '../ui/value/description-list.tsx'

/** The only sight of a secret. It closes by its button alone. */
export function NewSecret({
  clientId,
  secret,
  onClose,
}: {
  clientId: string
  secret: string
  onClose: () => void
}) {
  const lines = {
    COUNTERSIGN_URL: location.origin,
    COUNTERSIGN_CLIENT_ID: clientId,
    COUNTERSIGN_CLIENT_SECRET: secret,
  }
  const download = () => {
    const text = Object.entries(lines).map(([name, value]) => `${name}=${value}\n`)
    saveFile(new Blob(text, { type: 'text/plain' }), 'countersign.env')
  }
  return (
    <Dialog
      alert
      open
      // Not by Escape either: what is shown here cannot be shown again.
      onOpenChange={() => undefined}
      title="Store this secret now"
      footer={
        <>
          <Button icon={Download} onClick={download}>
            Download .env
          </Button>
          <Button variant="primary" onClick={onClose}>
            I’ve stored it
          </Button>
        </>
      }
    >
      <Notice tone="warning">
        It’s shown only once. We store only a fingerprint, so it can’t be recovered.
      </Notice>
      <DescriptionList
        facts={[
          { term: 'Client ID', value: <CopyText value={clientId} label="client ID" whole /> },
          { term: 'Client secret', value: <CopyText value={secret} label="client secret" whole /> },
        ]}
      />
      <CodeBlock label="Try it with curl" code={curlSample(clientId, secret)} wrap />
    </Dialog>
  )
}

/** Lines for a shell that work as they are, once the secret is in the first. */
const curlSample = (clientId: string, secret: string) => `CLIENT_SECRET='${secret}'

TOKEN=$(curl -s '${location.origin}/api/oauth/token' \\
  -u "${clientId}:$CLIENT_SECRET" \\
  -d grant_type=client_credentials |
  sed -E 's/.*"access_token":"([^"]+)".*/\\1/')

curl '${location.origin}/api/tf/simple/vasps?badge=verified' \\
  -H "Authorization: Bearer $TOKEN"`

/** How a service gets a token and calls, in two languages. */
export function CallExamples({ clientId }: { clientId: string }) {
  const { origin } = location
  return (
    <div className="grid min-w-0 gap-4 lg:grid-cols-2">
      <CodeBlock label="curl" code={curlSample(clientId, 'paste the secret here')} />
      <CodeBlock
        label="JavaScript"
        code={`const { access_token } = await fetch('${origin}/api/oauth/token', {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: '${clientId}',
    client_secret: process.env.COUNTERSIGN_CLIENT_SECRET,
  }),
}).then((answer) => answer.json())

const found = await fetch('${origin}/api/tf/simple/vasps?badge=verified', {
  headers: { authorization: \`Bearer \${access_token}\` },
}).then((answer) => answer.json())
console.log(found)`}
      />
    </div>
  )
}
