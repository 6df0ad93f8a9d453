import { DocumentChange, type LibraryDocument } from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { Download, Eye, Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { api, keyOf, refresh, useChange } from '../api/index.ts'
import { ContractForm, FormNotes, useContractForm } from '../form/index.ts'
import { useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Drawer } from '../ui/overlay/drawer.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { CopyText } from '../ui/value/copy-text.tsx'
import { Day } from '../ui/value/day.tsx'
import { DescriptionList } from '../ui/value/description-list.tsx'
import { Time } from '../ui/value/time.tsx'
import { DocumentDownloads } from './downloads.tsx'
import { fetchFile, sizeOf } from './files.ts'
import { DocumentPreview } from './preview.tsx'
import { uploadFile } from './sending.ts'
import { DocumentSharing } from './sharing.tsx'
import { useSaveFile } from './use-save-file.ts'
import { typeLabel } from './words.tsx'

type DrawerProps = { did: string; document: LibraryDocument; onClose: () => void }

/** One document: what it is, who may read it, who did, and what can be done with it. */
export function DocumentDrawer({ did, document, onClose }: DrawerProps) {
  const [deleting, setDeleting] = useState(false)
  const [previewing, setPreviewing] = useState(false)
  const queryClient = useQueryClient()
  const changed = () => refresh(queryClient, keyOf(api.document.list, { did }))
  const save = useSaveFile({ owner: did, reader: did, file: document })
  const { allowed: mayChange, reason } = useCan(api.document.update)
  return (
    <Drawer
      open
      onOpenChange={(next) => next || onClose()}
      title={document.title}
      meta={
        document.expiresOn && (
          <span className="text-sm text-muted">
            Expires <Day on={document.expiresOn} />
          </span>
        )
      }
      footer={
        <>
          <Button
            variant="quiet"
            icon={Trash2}
            disabledReason={reason}
            onClick={() => setDeleting(true)}
          >
            Delete
          </Button>
          {mayChange && <Replace did={did} document={document} onDone={changed} />}
          <Button icon={Eye} onClick={() => setPreviewing(true)}>
            Preview
          </Button>
          <Button
            variant="primary"
            icon={Download}
            pending={save.isPending}
            onClick={() => save.mutate()}
          >
            Download
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <DescriptionList
          facts={[
            { term: 'Type', value: typeLabel(document.documentType) },
            { term: 'File', value: `${document.fileName}, ${sizeOf(document.size)}` },
            { term: 'Version', value: String(document.version) },
            { term: 'Uploaded', value: <Time value={document.uploadedAt} format="absolute" /> },
            { term: 'SHA-256', value: <CopyText value={document.sha256} label="SHA-256" /> },
          ]}
        />
        {mayChange && <Details key={document.id} did={did} document={document} onDone={changed} />}
        <DocumentSharing did={did} document={document} reason={reason} onDone={changed} />
        <DocumentDownloads did={did} documentId={document.id} />
      </div>
      {previewing && (
        <DocumentPreview
          file={{ ...document, key: document.s3URL }}
          fetchFile={() => fetchFile(did, document.s3URL, did)}
          onClose={() => setPreviewing(false)}
        />
      )}
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={`Delete “${document.title}”?`}
        confirmLabel="Delete document"
        onConfirm={async () => {
          await api.document.delete({ did, query: { s3URL: document.s3URL } })
          onClose()
          await changed()
          toasts.success('Document deleted')
        }}
      >
        All versions are deleted, and {readers(document.sharedWith)}. This can’t be undone.
      </ConfirmDialog>
    </Drawer>
  )
}

const readers = (count: number) =>
  count === 0
    ? 'no other company has access'
    : count === 1
      ? '1 company loses access'
      : `${count} companies lose access`

type PartProps = { did: string; document: LibraryDocument; onDone: () => Promise<unknown> }

function Details({ did, document, onDone }: PartProps) {
  const form = useContractForm(DocumentChange, {
    defaults: { title: document.title, expiresOn: document.expiresOn ?? '' },
    body: ({ title, expiresOn }) => ({ title, expiresOn: expiresOn || null }),
    send: (body) => api.document.update({ did, documentId: document.id, body }),
    says: 'Document saved',
    onSuccess: () => onDone(),
  })
  return (
    <ContractForm form={form}>
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_10rem_auto]">
        <TextField label="Title" maxLength={200} {...form.field('title')} />
        <TextField label="Expires on" type="date" {...form.field('expiresOn')} />
        <Button
          type="submit"
          pending={form.isPending}
          disabledReason={form.isDirty ? undefined : 'No changes to save'}
        >
          Save
        </Button>
      </div>
      <FormNotes form={form} />
    </ContractForm>
  )
}

function Replace({ did, document, onDone }: PartProps) {
  const input = useRef<HTMLInputElement>(null)
  const { id: documentId, documentType } = document
  const send = useChange(
    (file: File) =>
      uploadFile({
        did,
        documentId,
        documentType,
        file,
        onProgress: () => undefined,
        signal: new AbortController().signal,
      }),
    {
      onSuccess: ({ version }) => {
        toasts.success(
          `Version ${version} uploaded. Companies with access still see the old version.`,
        )
        return onDone()
      },
    },
  )
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="New version"
        accept=".pdf,.png,.jpg,.jpeg"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) send.mutate(file)
          event.target.value = ''
        }}
      />
      <Button icon={Upload} pending={send.isPending} onClick={() => input.current?.click()}>
        Replace
      </Button>
    </>
  )
}
