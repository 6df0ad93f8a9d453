import { useState } from 'react'
import { api, useChange } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { Notice } from '../ui/page/notice.tsx'
import { Panel } from '../ui/page/panel.tsx'

interface Company {
  did: string
  name: string
}

/** A company's webhooks for the operator: would an event reach it, and erasing what is kept. */
export function CompanyWebhooks({ did, name }: Company) {
  const [asking, setAsking] = useState<'check' | 'some' | 'all' | null>(null)
  const erase = useChange(() => api.webhookNetwork.erasePayloads({ body: { did } }), {
    says: 'Payloads are being erased',
    showsFailure: true,
  })
  const close = () => setAsking(null)
  return (
    <Panel
      title="Webhooks"
      description="Payloads are kept until their retention ends. Erase them now if they contain something that must not be kept."
    >
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setAsking('check')}>Check an event type</Button>
        <Button onClick={() => setAsking('some')}>Erase some payloads</Button>
        <Button onClick={() => setAsking('all')}>Erase all payloads</Button>
      </div>
      {asking === 'check' && <CheckType did={did} name={name} onClose={close} />}
      {asking === 'some' && <EraseSome did={did} name={name} onClose={close} />}
      <ConfirmDialog
        open={asking === 'all'}
        onOpenChange={close}
        title={`Erase all webhook payloads of ${name}?`}
        confirmLabel="Erase all payloads"
        typedName={name}
        onConfirm={() => erase.mutateAsync()}
      >
        Its messages and attempts stay listed without their payloads, and can no longer be sent or
        resent. The company sees this in its activity.
      </ConfirmDialog>
    </Panel>
  )
}

/** Stays open with its answer, so that one type can be tried after another. */
function CheckType({ did, name, onClose }: Company & { onClose: () => void }) {
  const [eventType, setEventType] = useState('')
  const [answer, setAnswer] = useState<{ eventType: string; active: boolean }>()
  const check = async () => {
    setAnswer(undefined)
    const asked = eventType.trim()
    const { active } = await api.webhookNetwork.precheck({ body: { did, eventType: asked } })
    setAnswer({ eventType: asked, active })
    return false
  }
  return (
    <FormDialog
      title={`Would ${name} get an event?`}
      description="Checks which event types its endpoints currently receive, and whether any are disabled."
      submit="Check"
      disabledReason={eventType.trim() ? undefined : 'Enter an event type'}
      onOpenChange={(open) => open || onClose()}
      onSubmit={check}
    >
      <TextField
        label="Event type"
        hint="For example vasp.updated"
        maxLength={256}
        value={eventType}
        onChange={({ target }) => setEventType(target.value)}
      />
      <div role="status">
        {answer && (
          <Notice tone={answer.active ? 'success' : 'warning'}>
            {answer.active
              ? `Yes: at least one endpoint receives ${answer.eventType}.`
              : `No endpoint would receive ${answer.eventType}.`}
          </Notice>
        )}
      </div>
    </FormDialog>
  )
}

/** What was not found stays in the field, so that it can be corrected. */
function EraseSome({ did, name, onClose }: Company & { onClose: () => void }) {
  const [text, setText] = useState('')
  const [notFound, setNotFound] = useState<readonly string[]>([])
  const ids = [...new Set(text.split(/[\s,]+/).filter(Boolean))]
  const work = async () => {
    const done = await api.webhookNetwork.eraseMessages({ body: { did, ids } })
    if (done.erased > 0)
      toasts.success(done.erased === 1 ? '1 payload erased' : `${done.erased} payloads erased`)
    setNotFound(done.notFound)
    setText(done.notFound.join('\n'))
    return done.notFound.length === 0
  }
  return (
    <FormDialog
      title={`Erase some webhook payloads of ${name}`}
      description="These messages stay listed without their payloads, and can no longer be sent or resent. The company sees this in its activity."
      submit="Erase payloads"
      danger
      disabledReason={reasonOf(ids.length)}
      onOpenChange={(open) => open || onClose()}
      onSubmit={work}
    >
      <TextArea
        label="Message IDs"
        mono
        hint="Message or event IDs, one per line"
        error={
          notFound.length > 0 && text === notFound.join('\n')
            ? `${name} has no message with ${notFound.length === 1 ? 'this ID' : 'these IDs'}.`
            : undefined
        }
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  )
}

function reasonOf(count: number): string | undefined {
  if (count === 0) return 'Enter at least one ID'
  return count > 1000 ? `${count} IDs: at most 1,000 at once` : undefined
}
