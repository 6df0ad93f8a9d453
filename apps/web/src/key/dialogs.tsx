import { ClientJwk } from '@countersign/contracts/transactions'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { CheckGroup } from '../ui/form/check-group.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { Notice } from '../ui/page/notice.tsx'
import { CodeBlock } from '../ui/value/code-block.tsx'

/** The public key in a text, or what is wrong with it. */
function readJwk(text: string): { jwk: ClientJwk } | { wrong: string } {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && 'd' in value)
      return { wrong: 'This is the private key. Paste the public one, without “d”.' }
    const read = ClientJwk.safeParse(value)
    return read.success
      ? { jwk: read.data }
      : { wrong: 'Expected a public JWK of type X25519 or P-256' }
  } catch {
    return { wrong: 'This is no JSON' }
  }
}

interface RegisterProps {
  did: string
  onClose: () => void
  onRegistered: (id: string, challenge: string) => void
}

/** Registers a public key for some of the company's machines. */
export function Register({ did, onClose, onRegistered }: RegisterProps) {
  const { data } = useOperation(api.credential.list, { vaspDid: did })
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const [clientIds, setClientIds] = useState<string[]>([])
  const read = readJwk(text)
  const delegated = data?.delegatedToClientId
  const options = [
    ...(data?.credentials ?? []).map(({ clientId, name }) => ({ value: clientId, label: name })),
    ...(delegated ? [{ value: delegated, label: delegated }] : []),
  ]
  const isReady = name.trim() && clientIds.length > 0 && 'jwk' in read
  return (
    <FormDialog
      title="Register key"
      description="Paste the public half of a key pair that the service made. The private half never leaves the service."
      submit="Register key"
      disabledReason={isReady ? undefined : 'Fill in a name, a public key and a machine'}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onSubmit={async () => {
        if (!('jwk' in read)) return false
        const body = { name: name.trim(), jwk: read.jwk, clientIds }
        const { key, challenge } = await api.piiKeys.register({ vaspDID: did, body })
        onRegistered(key.id, challenge)
        // The challenge is shown in the place of this dialog.
        return false
      }}
    >
      <TextField
        label="Name"
        maxLength={80}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextArea
        label="Public key (JWK)"
        mono
        hint="X25519 or P-256"
        error={text.trim() && 'wrong' in read ? read.wrong : undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {data && options.length === 0 ? (
        <Notice>Your company has no API credentials yet. Create one first.</Notice>
      ) : (
        <CheckGroup label="Machines" options={options} values={clientIds} onChange={setClientIds} />
      )}
    </FormDialog>
  )
}

interface ProveProps {
  did: string
  id: string
  /** Shown once, after the registration. */
  challenge?: string
  changed: () => Promise<unknown>
  onClose: () => void
}

/** Proves possession by the text of the challenge. */
export function Prove({ did, id, challenge, changed, onClose }: ProveProps) {
  const [answer, setAnswer] = useState('')
  return (
    <FormDialog
      title="Prove possession"
      description="The service decrypts the challenge with its private key. Enter the text inside."
      submit="Prove possession"
      disabledReason={answer.trim() ? undefined : 'Enter the text of the challenge'}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onSubmit={async () => {
        const body = { answer: answer.trim() }
        const { state } = await api.piiKeys.prove({ vaspDID: did, key: id, body })
        toasts.success(state === 'ACTIVE' ? 'The key is in use' : 'Proved. It awaits approval.')
        await changed()
      }}
    >
      {challenge === undefined ? (
        <Notice>
          The challenge was shown at the registration. If it is lost, remove the key and register it
          again.
        </Notice>
      ) : (
        <>
          <Notice tone="warning">It’s shown only once. You can enter its text later.</Notice>
          <CodeBlock label="Challenge (JWE)" code={challenge} wrap />
        </>
      )}
      <TextField
        label="Text of the challenge"
        mono
        maxLength={200}
        autoComplete="off"
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
      />
    </FormDialog>
  )
}
