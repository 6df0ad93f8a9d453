import type { Upload, UploadKind, UploadMode } from '@countersign/contracts/transactions'
import { useState } from 'react'
import { api, failureOf, identifier, useChange } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceField } from '../ui/form/choice-field.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { numberText } from '../ui/language.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { DescriptionList } from '../ui/value/description-list.tsx'
import { Meter } from '../ui/value/meter.tsx'
import { LastUpload, Rejected } from './rejected.tsx'
import { effects, isOpen, kinds } from './words.ts'

interface Props {
  company: string
  kind: UploadKind
  /** The newest upload, if there is one. */
  newest: Upload | undefined
  /** Told while a file is on its way. */
  setSending: (isSending: boolean) => void
  onClose: () => void
}

/** Uploads a file: previewed first, then confirmed, then worked on while its progress is shown. */
export function UploadDialog({ company, kind, newest, setSending, onClose }: Props) {
  const words = kinds[kind]
  // What ended before the dialog was opened is past.
  const [past] = useState(newest && !isOpen(newest) ? newest : undefined)
  const [mode, setMode] = useState<UploadMode>('ADD')
  const invalidates = [api.uploads.list]
  const send = useChange(
    async (file: File) => {
      setSending(true)
      try {
        return await sendFile(company, kind, mode, file)
      } finally {
        setSending(false)
      }
    },
    { invalidates, showsFailure: true },
  )
  const current = newest && newest.id !== past?.id && !send.error ? newest : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={words.title}
      description={current ? undefined : words.description}
      footer={
        current ? (
          <Acts company={company} upload={current} onClose={onClose} />
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      {current ? (
        <Progress company={company} upload={current} />
      ) : (
        <div className="flex flex-col gap-4">
          {send.error && <Failure error={send.error} title="Not uploaded" />}
          <ChoiceField
            label={`${words.things.replace(/^./, (first) => first.toUpperCase())} that the file doesn’t name`}
            options={[
              { value: 'ADD', label: 'Keep' },
              { value: 'REPLACE', label: 'Remove' },
            ]}
            hint={mode === 'REPLACE' ? replaces[kind] : undefined}
            value={mode}
            onChange={(value) => setMode(value === 'REPLACE' ? 'REPLACE' : 'ADD')}
          />
          <FileDrop
            label={words.file}
            hint="CSV or JSON lines, up to 1,000,000 lines and 64 MB. You see what it changes before anything does."
            accept={['.csv', '.json', '.jsonl']}
            disabledReason={send.isPending ? 'The file is on its way' : undefined}
            onFiles={([file]) => file && send.mutate(file)}
          />
          {send.isPending && <p role="status">Sending the file</p>}
          {past && <LastUpload company={company} upload={past} />}
        </div>
      )}
    </Dialog>
  )
}

const replaces: Readonly<Record<UploadKind, string>> = {
  ADDRESSES: 'The file replaces your address book. Self-hosted wallets stay.',
  CUSTOMERS:
    'Customers not in the file are removed with their addresses, unless one of their transfers must be kept.',
}

async function sendFile(
  company: string,
  kind: UploadKind,
  mode: UploadMode,
  file: File,
): Promise<Upload> {
  const form = new FormData()
  form.append('mode', mode)
  form.append('file', file)
  const path = kind === 'ADDRESSES' ? 'address/lists' : 'customer-lists'
  const answer = await fetch(`/api/${path}/${encodeURIComponent(company)}`, {
    method: 'POST',
    headers: identifier,
    body: form,
  })
  const text = await answer.text()
  if (!answer.ok) throw failureOf(answer.status, text, answer.headers.get('x-request-id'))
  return JSON.parse(text)
}

const titles: Readonly<Record<Upload['state'], string>> = {
  READING: 'Checking the lines',
  READY: 'Nothing is changed yet',
  RUNNING: 'Making the changes',
  DONE: 'Done',
  CANCELLED: 'Cancelled',
}

function Progress({ company, upload }: { company: string; upload: Upload }) {
  const { counts, state, done, kind, fileName } = upload
  const all = effects(upload)
  const facts = [
    { term: 'New', value: numberText(counts.new) },
    { term: 'Changed', value: numberText(counts.changed) },
    { term: 'Unchanged', value: numberText(counts.unchanged) },
    ...(upload.mode === 'REPLACE' ? [{ term: 'Removed', value: numberText(counts.removed) }] : []),
    { term: 'Rejected', value: numberText(counts.rejected) },
  ]
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="wrap-anywhere">
        <span className="font-semibold">{titles[state]}</span>
        <span className="text-muted"> · {fileName}</span>
        {(state === 'RUNNING' || state === 'CANCELLED') &&
          `: ${numberText(done)} of ${numberText(all)} changes`}
      </p>
      {state === 'RUNNING' && <Meter label="Progress" value={done} max={Math.max(all, 1)} />}
      {state === 'CANCELLED' && done > 0 && (
        <Notice>Changes already made stay. Upload the file again to make the rest.</Notice>
      )}
      {counts.removed > 0 && state === 'READY' && (
        <Notice tone="warning">
          {numberText(counts.removed)} {kinds[kind].things} will be removed. This can’t be undone.
        </Notice>
      )}
      <DescriptionList facts={facts} />
      {counts.rejected > 0 && state !== 'READING' && <Rejected company={company} upload={upload} />}
    </div>
  )
}

function Acts({
  company,
  upload,
  onClose,
}: {
  company: string
  upload: Upload
  onClose: () => void
}) {
  const at = { uploadId: upload.id, query: { vaspDID: company } }
  const invalidates = [api.uploads.list]
  const confirm = useChange(() => api.uploads.confirm(at), { invalidates })
  const cancel = useChange(() => api.uploads.cancel(at), { invalidates })
  const all = effects(upload)
  return (
    <>
      {isOpen(upload) && (
        <Button variant="quiet" pending={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel upload
        </Button>
      )}
      {upload.state === 'READY' ? (
        <Button
          variant="primary"
          pending={confirm.isPending}
          disabledReason={all === 0 ? 'The file changes nothing' : undefined}
          onClick={() => confirm.mutate()}
        >
          {all === 1 ? 'Make 1 change' : `Make ${numberText(all)} changes`}
        </Button>
      ) : (
        <Button variant={isOpen(upload) ? 'secondary' : 'primary'} onClick={onClose}>
          Close
        </Button>
      )}
    </>
  )
}
