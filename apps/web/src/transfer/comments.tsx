import type { TransactionDetail, TransferComment } from '@countersign/contracts/transactions'
import { type FormEvent, useState } from 'react'
import { api, useChange, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { useCan, useReadOnly } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { Time } from '../ui/value/time.tsx'

/** What both companies say about a transfer, and what the own one notes for itself. */
export function Comments({ transfer, company }: { transfer: TransactionDetail; company: string }) {
  const { id, counterparty } = transfer
  const input = { query: { vaspDID: company, id } }
  const { data, error, refetch } = useOperation(api.comments.list, input, { polls: 30_000 })
  const other = counterparty?.name ?? 'the counterparty'
  return (
    <Panel title="Comments" long>
      <div className="flex flex-col gap-4">
        {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonLines lines={2} label="Loading comments" />}
        {data?.comments.length === 0 && <p className="text-sm text-muted">No comments yet.</p>}
        {data && data.comments.length > 0 && (
          <ol aria-label="Comments" className="flex flex-col gap-2">
            {data.comments.map((comment) => (
              <Said key={comment.id} {...{ comment, company, other }} />
            ))}
          </ol>
        )}
        <Write transfer={transfer} company={company} other={other} />
      </div>
    </Panel>
  )
}

type SaidProps = { comment: TransferComment; company: string; other: string }

function Said({ comment, company, other }: SaidProps) {
  const { audience, by, at, text } = comment
  const who = comment.company !== company ? other : (by?.name ?? 'A former colleague')
  return (
    <li
      className={cx(
        'rounded-control px-3 py-2 text-sm',
        audience === 'OWN' ? 'bg-warning-soft' : 'bg-hover',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{who}</span>
        <Badge tone="neutral">{audience === 'OWN' ? 'Internal' : 'Shared'}</Badge>
        <span className="ml-auto text-muted">
          <Time value={at} format="absolute" />
        </span>
      </div>
      <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{text}</p>
    </li>
  )
}

function Write({
  transfer,
  company,
  other,
}: Omit<SaidProps, 'comment'> & { transfer: TransactionDetail }) {
  const { allowed, reason } = useCan(api.comments.add)
  const readOnly = useReadOnly()
  const [text, setText] = useState('')
  const [audience, setAudience] = useState<'OWN' | 'BOTH'>('OWN')
  const add = useChange(
    () =>
      api.comments.add({
        body: { vaspDID: company, id: transfer.id, text: text.trim(), audience },
      }),
    {
      invalidates: [api.comments.list],
      onSuccess: () => setText(''),
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  const waits = transfer.direction === 'outgoing' && transfer.releasedAt === null
  return (
    <form aria-label="New comment" className="flex flex-col gap-3" onSubmit={submit}>
      <TextArea
        label="Comment"
        value={text}
        maxLength={2_000}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <SelectField
          label="Visible to"
          value={audience}
          options={[
            { value: 'OWN', label: 'Your company only' },
            { value: 'BOTH', label: 'Both companies' },
          ]}
          hint={
            audience === 'BOTH'
              ? waits
                ? `${other} sees it once the personal data is released.`
                : `${other} sees it now.`
              : undefined
          }
          onChange={({ target }) => setAudience(target.value === 'BOTH' ? 'BOTH' : 'OWN')}
        />
        <Button
          type="submit"
          variant="secondary"
          pending={add.isPending}
          disabledReason={
            readOnly ??
            (allowed ? undefined : reason) ??
            (text.trim() ? undefined : 'Write a comment first')
          }
        >
          Add comment
        </Button>
      </div>
    </form>
  )
}
