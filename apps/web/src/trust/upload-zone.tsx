import {
  type DocumentType,
  documentBytes,
  documentMediaTypes,
  DocumentType as Type,
} from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { FileUp, RotateCcw, Upload, X } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { announce } from '../ui/live-region.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { toasts } from '../ui/toasts.ts'
import { documentTypes } from './document-words.tsx'
import { sizeOf, uploadFile } from './files.ts'
import { UploadThumbnail } from './upload-thumbnail.tsx'

type Entry = {
  readonly id: number
  readonly file: File
  readonly type: DocumentType
  readonly state: 'ready' | 'sending' | 'failed'
  readonly share: number
  readonly error?: string
}

const accepted = Object.values(documentMediaTypes).flat()

/** Why a file cannot be sent, before anything is sent. */
function problemOf(file: File): string | undefined {
  if (!(file.type in documentMediaTypes)) return 'Only PDF, PNG and JPEG files are taken.'
  if (file.size > documentBytes) return `The file is larger than ${sizeOf(documentBytes)}.`
  return file.size === 0 ? 'The file is empty.' : undefined
}

const guesses: readonly [RegExp, DocumentType][] = [
  [/licen[cs]e|registration/i, 'LICENCE'],
  [/aml|laundering/i, 'AML_POLICY'],
  [/incorporation/i, 'CERTIFICATE_OF_INCORPORATION'],
  [/soc.?2/i, 'SOC2_REPORT'],
  [/27001/, 'ISO27001_CERT'],
  [/ownership/i, 'OWNERSHIP_CHART'],
  [/pen(etration)?.?test/i, 'PENETRATION_TEST_SUMMARY'],
]
const guessOf = (name: string) => guesses.find(([word]) => word.test(name))?.[1] ?? 'OTHER'

let count = 0
const entryOf = (file: File): Entry => {
  const error = problemOf(file)
  return {
    ...{ id: count++, file, type: guessOf(file.name), share: 0 },
    ...(error ? { state: 'failed', error } : { state: 'ready' }),
  }
}

/** Where files are dropped or chosen, given a type, and sent with their progress. */
export function UploadZone({ did, reason }: { did: string; reason: string | undefined }) {
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const running = useRef(new Map<number, AbortController>())
  const queryClient = useQueryClient()
  useEffect(() => {
    const { current } = running
    return () => {
      for (const one of current.values()) one.abort()
    }
  }, [])
  const change = (id: number, with_: Partial<Entry>) =>
    setEntries((before) => before.map((one) => (one.id === id ? { ...one, ...with_ } : one)))
  const remove = (id: number) => {
    running.current.get(id)?.abort()
    setEntries((before) => before.filter((one) => one.id !== id))
  }
  const add = (files: FileList | null) => {
    if (reason || !files) return
    setEntries((before) => [...before, ...[...files].map(entryOf)])
  }
  const send = async ({ id, file, type }: Entry) => {
    const controller = new AbortController()
    running.current.set(id, controller)
    change(id, { state: 'sending', share: 0 })
    try {
      await uploadFile({
        ...{ did, documentType: type, file, signal: controller.signal },
        onProgress: (share) => change(id, { share }),
      })
      remove(id)
      announce(`${file.name} uploaded`)
      await queryClient.invalidateQueries({ queryKey: ['document.list', did] })
      return true
    } catch (failure) {
      if (controller.signal.aborted) return false
      const error = failure instanceof Error ? failure.message : 'This did not work. Try again.'
      change(id, { state: 'failed', error })
      return false
    } finally {
      running.current.delete(id)
    }
  }
  const ready = entries.filter(({ state }) => state === 'ready')
  const sendAll = async () => {
    let done = 0
    for (const entry of ready) if (await send(entry)) done++
    if (done > 0) toasts.success(done === 1 ? 'Document uploaded' : `${done} documents uploaded`)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }
  return (
    <section
      aria-label="Upload"
      data-print="hide"
      className={cx(
        'mb-4 rounded-panel border border-dashed bg-panel',
        over ? 'border-accent bg-accent-soft' : 'border-control',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!reason)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4">
        <FileUp size={20} aria-hidden className="text-muted" />
        <div className="min-w-0 flex-1 basis-52">
          <p className="font-medium">Drop files here</p>
          <p className="text-sm text-muted">PDF, PNG or JPEG, up to {sizeOf(documentBytes)} each</p>
        </div>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Files to upload"
          accept={accepted.join(',')}
          onChange={(event) => {
            add(event.target.files)
            event.target.value = ''
          }}
        />
        <Button disabledReason={reason} onClick={() => input.current?.click()}>
          Choose files
        </Button>
      </div>
      {entries.length > 0 && (
        <ul className="border-t border-line">
          {entries.map((entry) => (
            <Row
              key={entry.id}
              entry={entry}
              onType={(type) => change(entry.id, { type })}
              onRemove={() => remove(entry.id)}
              onRetry={problemOf(entry.file) ? undefined : () => void send(entry)}
            />
          ))}
        </ul>
      )}
      {ready.length > 0 && (
        <div className="flex justify-end border-t border-line px-4 py-3">
          <Button variant="primary" icon={Upload} onClick={() => void sendAll()}>
            {ready.length === 1 ? 'Upload 1 file' : `Upload ${ready.length} files`}
          </Button>
        </div>
      )}
    </section>
  )
}

type RowProps = {
  entry: Entry
  onType: (type: DocumentType) => void
  onRemove: () => void
  onRetry: (() => void) | undefined
}

function Row({ entry, onType, onRemove, onRetry }: RowProps) {
  const { file, state, share, error, type } = entry
  const percent = Math.round(share * 100)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 last:border-b-0">
      <UploadThumbnail file={file} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="truncate font-medium">{file.name}</p>
        <p className={cx('text-sm', error ? 'text-danger' : 'text-muted')} role={error && 'alert'}>
          {error ?? sizeOf(file.size)}
        </p>
      </div>
      {state === 'ready' && (
        <SelectField
          label={`Type of ${file.name}`}
          labelHidden
          className="w-56"
          options={documentTypes}
          value={type}
          onChange={(event) => onType(Type.parse(event.target.value))}
        />
      )}
      {state === 'sending' && (
        <div className="flex w-56 items-center gap-2">
          <progress
            value={share}
            aria-label={`Uploading ${file.name}`}
            className="h-1.5 flex-1 accent-accent"
          />
          <span className="w-10 text-right text-sm text-muted tabular-nums">{percent} %</span>
        </div>
      )}
      {state === 'failed' && onRetry && (
        <Button icon={RotateCcw} onClick={onRetry}>
          Try again
        </Button>
      )}
      <IconButton
        icon={X}
        label={state === 'sending' ? `Cancel ${file.name}` : `Remove ${file.name}`}
        onClick={onRemove}
      />
    </li>
  )
}
