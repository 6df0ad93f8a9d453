import {
  type DocumentType,
  documentBytes,
  DocumentType as Type,
} from '@countersign/contracts/trust'
import { ApiError } from '@countersign/kit/client'
import { useQueryClient } from '@tanstack/react-query'
import { RotateCcw, Upload, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api, keyOf, refresh } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { announce } from '../ui/page/live-region.tsx'
import { wordsOf } from '../ui/value/words-of.ts'
import { sizeOf } from './files.ts'
import { uploadFile } from './sending.ts'
import { acceptedFiles, problemOf, typeGuess } from './upload-rules.ts'
import { UploadThumbnail } from './upload-thumbnail.tsx'
import { documentTypes } from './words.tsx'

type Entry = {
  readonly id: number
  readonly file: File
  readonly type: DocumentType
  readonly state: 'ready' | 'sending' | 'failed'
  readonly share: number
  readonly error?: string
  /** The same file would fail again. */
  readonly final?: boolean
}

let count = 0
const entryOf = (file: File): Entry => {
  const error = problemOf(file)
  return {
    id: count++,
    file,
    type: typeGuess(file.name),
    share: 0,
    ...(error ? { state: 'failed', error, final: true } : { state: 'ready' }),
  }
}

/** Where files are dropped or chosen, given a type, and sent with their progress. */
export function UploadZone({ did, reason }: { did: string; reason: string | undefined }) {
  const [entries, setEntries] = useState<readonly Entry[]>([])
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
  const add = (files: File[]) => setEntries((before) => [...before, ...files.map(entryOf)])
  const send = async ({ id, file, type }: Entry) => {
    const controller = new AbortController()
    running.current.set(id, controller)
    change(id, { state: 'sending', share: 0 })
    try {
      await uploadFile({
        did,
        documentType: type,
        file,
        signal: controller.signal,
        onProgress: (share) => change(id, { share }),
      })
      remove(id)
      announce(`${file.name} uploaded`)
      await refresh(queryClient, keyOf(api.document.list, { did }))
      return true
    } catch (failure) {
      if (controller.signal.aborted) return false
      const final = failure instanceof ApiError && failure.status === 422
      change(id, { state: 'failed', error: wordsOf(failure), final })
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
  return (
    <FileDrop
      className="mb-4"
      label="Upload"
      hint={`PDF, PNG, JPEG, DOCX or XLSX, up to ${sizeOf(documentBytes)} each`}
      accept={acceptedFiles}
      disabledReason={reason}
      onFiles={add}
    >
      {entries.length > 0 && (
        <ul className="border-t border-line">
          {entries.map((entry) => (
            <Row
              key={entry.id}
              entry={entry}
              onType={(type) => change(entry.id, { type })}
              onRemove={() => remove(entry.id)}
              onRetry={entry.final ? undefined : () => void send(entry)}
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
    </FileDrop>
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
            className="h-1.5 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-neutral-soft [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-neutral-soft [&::-webkit-progress-value]:bg-accent"
          />
          <span className="w-18 text-right text-sm text-muted tabular-nums">
            {share < 1 ? `${percent}%` : 'Checking'}
          </span>
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
