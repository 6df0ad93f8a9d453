import { useState } from 'react'
import { DocumentChoice, typeLabel } from '../document/index.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { Dialog, DialogClose } from '../ui/overlay/dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { announce } from '../ui/page/live-region.tsx'
import { Badge, type BadgeTone } from '../ui/value/badge.tsx'
import { Meter } from '../ui/value/meter.tsx'
import { type Asked, maxAtOnce, useBulkRequest } from './use-bulk-request.ts'
import type { Named } from './use-ticked.ts'

/** Props of {@link BulkRequest}. */
export interface BulkRequestProps {
  /** DID of the company that asks. */
  company: string
  companies: readonly Named[]
  onClose: () => void
  /** All were asked. */
  onDone: () => void
}

/** Asks several companies for the same documents, and says what became of each request. */
export function BulkRequest({ company, companies, onClose, onDone }: BulkRequestProps) {
  const [types, setTypes] = useState<ReadonlySet<string>>(new Set())
  const [message, setMessage] = useState('')
  const { asked, running, run, stop } = useBulkRequest(company)
  const count = types.size * companies.length
  const waiting = asked.filter(({ outcome }) => !outcome || outcome === 'failed').length
  const send = async (list: readonly Asked[]) => {
    const done = await run(list, message.trim())
    const sent = done.filter(({ outcome }) => outcome === 'sent').length
    announce(`${sent} of ${countOf(done.length)} sent`)
    if (done.some(({ outcome }) => outcome !== 'sent')) return
    toasts.success(`${countOf(sent)} sent`)
    onDone()
    onClose()
  }
  const begin = () => {
    if (running || asked.length > 0 || count === 0 || count > maxAtOnce) return
    void send(
      companies.flatMap((one) =>
        [...types].map((documentType) => ({ company: one, documentType })),
      ),
    )
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(next) => next || running || onClose()}
      title={`Request documents from ${companies.length === 1 ? companies[0]?.name : `${companies.length} companies`}`}
      description="Their admins are notified by email. Each company answers separately."
      onSubmit={begin}
      footer={
        asked.length === 0 ? (
          <>
            <DialogClose>
              <Button>Cancel</Button>
            </DialogClose>
            <Button
              type="submit"
              variant="primary"
              disabledReason={
                count === 0
                  ? 'Select a document first'
                  : count > maxAtOnce
                    ? `You can send ${maxAtOnce} requests a day; this would be ${count}`
                    : undefined
              }
            >
              {count === 0 ? 'Send requests' : `Send ${countOf(count)}`}
            </Button>
          </>
        ) : running ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <>
            {waiting > 0 && (
              <Button onClick={() => void send(asked)}>Send {countOf(waiting)} again</Button>
            )}
            <Button
              variant="primary"
              onClick={() => {
                if (waiting === 0) onDone()
                onClose()
              }}
            >
              Close
            </Button>
          </>
        )
      }
    >
      {asked.length === 0 ? (
        <>
          <p className="text-sm text-muted">{companies.map(({ name }) => name).join(', ')}</p>
          <DocumentChoice types={types} onChange={setTypes} />
          <TextArea
            label="Message"
            optional
            hint="Why you’re asking. Included in each email."
            maxLength={1000}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        </>
      ) : (
        <Results asked={asked} running={running} />
      )}
    </Dialog>
  )
}

const countOf = (count: number) => (count === 1 ? '1 request' : `${count} requests`)

const outcomes: Record<NonNullable<Asked['outcome']>, readonly [BadgeTone, string]> = {
  sent: ['success', 'Sent'],
  already: ['info', 'Already asked'],
  refused: ['warning', 'Not sent'],
  failed: ['danger', 'Not sent'],
}

/** Every company with its requests and what became of them. */
function Results({ asked, running }: { asked: readonly Asked[]; running: boolean }) {
  const done = asked.filter(({ outcome }) => outcome).length
  const companies = [...Map.groupBy(asked, ({ company }) => company.did).values()]
  return (
    <>
      <p className="flex items-center gap-3 text-sm">
        <Meter label="Requests answered" value={done} max={asked.length} />
        <span className="tabular-nums">
          {running
            ? `${done} of ${asked.length}`
            : `${asked.filter(({ outcome }) => outcome === 'sent').length} of ${countOf(asked.length)} sent`}
        </span>
      </p>
      <ul aria-label="Results" className="divide-y divide-line">
        {companies.map((requests) => (
          <li
            key={requests[0]?.company.did}
            className="flex flex-col gap-1 py-2 sm:flex-row sm:gap-4"
          >
            <span className="font-medium wrap-anywhere sm:w-48 sm:shrink-0">
              {requests[0]?.company.name}
            </span>
            <ul className="flex min-w-0 flex-1 flex-col gap-1.5">
              {requests.map((one) => (
                <li
                  key={one.documentType}
                  className="flex items-start justify-between gap-4 text-sm"
                >
                  <span className="min-w-0">
                    {typeLabel(one.documentType)}
                    {one.words && <span className="block text-muted">{one.words}</span>}
                  </span>
                  <Outcome asked={one} running={running} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  )
}

function Outcome({ asked: { outcome }, running }: { asked: Asked; running: boolean }) {
  if (!outcome) return <span className="text-muted">{running ? 'Pending' : 'Stopped'}</span>
  const [tone, word] = outcomes[outcome]
  return <Badge tone={tone}>{word}</Badge>
}
