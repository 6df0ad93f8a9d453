import type { LibraryDocument } from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { api, keyOf, refresh, useChange } from '../api/index.ts'
import { acceptedFiles, problemOf, typeGuess, uploadFile, useLibrary } from '../document/index.ts'
import { Button } from '../ui/button.tsx'
import { ComboboxField } from '../ui/form/combobox-field.tsx'
import type { FieldProps } from '../ui/form/field.tsx'
import { TextField } from '../ui/form/text-field.tsx'

interface Props extends FieldProps {
  value: Readonly<Record<string, string>>
  onChange: (value: Record<string, string>) => void
  disabled: boolean
}

/**
 * A document of the own library, or one that is uploaded here. Where the library is closed to the viewer,
 * its name is written down.
 */
export function FilePart({ value, onChange, disabled, ...words }: Props) {
  const { allowed, documents } = useLibrary()
  const [failed, setFailed] = useState<string>()
  const { id = '', title = '' } = value
  if (!allowed)
    return (
      <TextField
        {...words}
        disabled={disabled}
        maxLength={200}
        value={title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
    )
  const options = (documents ?? []).map((one) => ({ value: one.id, label: one.title }))
  const known = options.some((option) => option.value === id)
  const gone = id !== '' && documents !== undefined && !known
  return (
    <div className="flex flex-wrap items-start gap-2">
      <ComboboxField
        {...words}
        className="min-w-0 flex-1 basis-64 sm:max-w-96"
        error={
          failed ??
          (gone ? 'This document is no longer in your library. Choose another one.' : words.error)
        }
        disabled={disabled}
        placeholder="Choose a document"
        none="No matching documents"
        options={title && !known ? [{ value: id || title, label: title }, ...options] : options}
        value={id || title}
        onChange={(chosen) => {
          const found = documents?.find((one) => one.id === chosen)
          if (found) onChange({ id: found.id, title: found.title })
        }}
      />
      {!disabled && (
        <UploadHere
          about={`${words.label}`}
          className={words.labelHidden ? undefined : 'sm:mt-6'}
          onDone={(document) => {
            setFailed(undefined)
            onChange({ id: document.id, title: document.title })
          }}
          onFailed={setFailed}
        />
      )}
    </div>
  )
}

type UploadHereProps = {
  /** What the document is about: its type is guessed by these words. */
  about: string
  className?: string | undefined
  onDone: (document: LibraryDocument) => void
  onFailed: (words: string) => void
}

/** Puts one file into the library. */
export function UploadHere({ about, className, onDone, onFailed }: UploadHereProps) {
  const { did, reason } = useLibrary()
  const input = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const send = useChange(
    (file: File) => {
      const problem = problemOf(file)
      if (problem) throw new Error(problem)
      return uploadFile({
        did,
        file,
        documentType: typeGuess(`${about} ${file.name}`),
        onProgress: () => undefined,
        signal: new AbortController().signal,
      })
    },
    {
      onSuccess: async (document) => {
        await refresh(queryClient, keyOf(api.document.list, { did }))
        onDone(document)
      },
      onError: (failure) => onFailed(failure.message),
    },
  )
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`File for ${about}`}
        accept={acceptedFiles.join(',')}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) send.mutate(file)
          event.target.value = ''
        }}
      />
      <Button
        icon={Upload}
        pending={send.isPending}
        disabledReason={reason}
        className={className}
        onClick={() => input.current?.click()}
      >
        Upload<span className="sr-only"> {about}</span>
      </Button>
    </>
  )
}
