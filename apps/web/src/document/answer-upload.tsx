import type { DocumentType } from '@countersign/contracts/trust'
import { documentBytes } from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, keyOf, refresh } from '../api/index.ts'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { announce } from '../ui/page/live-region.tsx'
import { wordsOf } from '../ui/value/words-of.ts'
import { sizeOf } from './files.ts'
import { useLibrary } from './library.ts'
import { uploadFile } from './sending.ts'
import { acceptedFiles, problemOf } from './upload-rules.ts'
import { typeLabel } from './words.tsx'

type Props = {
  did: string
  documentType: DocumentType
  /** To be uploaded at once. */
  files?: readonly File[] | undefined
  onUploaded: (documentId: string) => void
}

/** Uploads what a request asks for, as a document of its type. */
export function AnswerUpload({ did, documentType, files, onUploaded }: Props) {
  const { reason } = useLibrary()
  const [sending, setSending] = useState<{ name: string; share: number }>()
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState<readonly string[]>([])
  const queryClient = useQueryClient()
  const stop = useRef<AbortController>(undefined)
  const send = async (chosen: readonly File[]) => {
    const controller = new AbortController()
    stop.current?.abort()
    stop.current = controller
    const { signal } = controller
    setProblem(undefined)
    for (const file of chosen) {
      const wrong = problemOf(file)
      if (wrong) {
        setProblem(`${file.name}: ${wrong}`)
        continue
      }
      try {
        const onProgress = (share: number) => setSending({ name: file.name, share })
        onProgress(0)
        const { id } = await uploadFile({ did, documentType, file, signal, onProgress })
        announce(`${file.name} uploaded`)
        setDone((before) => [...before, file.name])
        onUploaded(id)
      } catch (failure) {
        if (signal.aborted) return
        setProblem(`${file.name}: ${wordsOf(failure)}`)
      }
    }
    setSending(undefined)
    await refresh(queryClient, keyOf(api.document.list, { did }), api.documentRequest.list)
  }
  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    if (files) void latest.current(files)
    return () => stop.current?.abort()
  }, [files])
  return (
    <FileDrop
      label={`Upload: ${typeLabel(documentType)}`}
      hint={`Saved in your documents as “${typeLabel(documentType)}”. Up to ${sizeOf(documentBytes)}.`}
      accept={acceptedFiles}
      disabledReason={reason ?? (sending && 'Wait until the upload has finished')}
      onFiles={(chosen) => void send(chosen)}
    >
      {(done.length > 0 || sending || problem) && (
        <div role="status" className="border-t border-line px-4 py-2.5 text-sm">
          {done.map((name) => (
            <p key={name} className="wrap-anywhere text-success">
              {name} uploaded
            </p>
          ))}
          {sending && (
            <p className="wrap-anywhere text-muted">
              {sending.share < 1 ? 'Uploading' : 'Checking'} {sending.name}
              {sending.share < 1 && ` (${Math.round(sending.share * 100)}%)`}
            </p>
          )}
          {problem && <p className="wrap-anywhere text-danger">{problem}</p>}
        </div>
      )}
    </FileDrop>
  )
}
