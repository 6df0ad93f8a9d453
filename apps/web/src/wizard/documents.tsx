import { domainsMatch } from '@countersign/contracts/identity'
import { documentBytes } from '@countersign/contracts/trust'
import { FileWarning, X } from 'lucide-react'
import { useState } from 'react'
import {
  acceptedFiles,
  documentTypes,
  problemOf,
  sizeOf,
  typeGuess,
  typeLabel,
  UploadThumbnail,
} from '../document/index.ts'
import { useViewer } from '../session/index.ts'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { dropFile, heldFile, holdFiles, isSameFile } from './files.ts'
import { NextButton, StepBar } from './parts.tsx'
import type { StepProps } from './state.ts'

/** More than anybody has at hand on the first day; the page Documents takes more. */
const most = 20

/** Licences and policies, each with its type. They are sent when the company is there. */
export function DocumentsStep({ state, change, onNext, onBack }: StepProps) {
  const { documents } = state
  const [refused, setRefused] = useState<readonly string[]>([])
  const viewer = useViewer()
  const email = viewer.fields.find(({ fieldName }) => fieldName === 'email')?.values[0]?.value ?? ''
  const add = (files: File[]) => {
    const good = files.filter((file) => !problemOf(file))
    const fresh = good.filter((file) => !documents.some((one) => isSameFile(one, file)))
    const room = fresh.slice(0, most - documents.length)
    holdFiles(good)
    setRefused([
      ...files.flatMap((file) => {
        const problem = problemOf(file)
        return problem ? [`${file.name}: ${problem}`] : []
      }),
      ...fresh.slice(room.length).map((file) => `${file.name}: you can add up to ${most} files.`),
    ])
    change({
      documents: [
        ...documents,
        ...room.map(({ name, size }) => ({ name, size, type: typeGuess(name) })),
      ],
    })
  }
  return (
    <>
      <p className="text-muted">
        Counterparties ask for these before they exchange data: a licence or registration, a
        certificate of incorporation, an anti-money-laundering policy. No one sees a file until you
        share it.
      </p>
      {!domainsMatch(email, state.website) && (
        <Notice tone="warning" title="The network reviews your company first">
          Your email address isn’t at the website’s domain. Files are uploaded once the network
          approves you; if you’ve closed this page by then, add them on the Documents page.
        </Notice>
      )}
      <FileDrop
        label="Licences and documents"
        hint={`PDF, PNG, JPEG, DOCX or XLSX, up to ${sizeOf(documentBytes)} each. Uploaded when you submit.`}
        accept={acceptedFiles}
        onFiles={add}
      >
        {documents.length > 0 && (
          <ul aria-label="Selected files" className="border-t border-line">
            {documents.map((one) => (
              <Row
                key={`${one.size} ${one.name}`}
                document={one}
                onType={(type) =>
                  change({
                    documents: documents.map((other) => (other === one ? { ...one, type } : other)),
                  })
                }
                onRemove={() => {
                  dropFile(one)
                  change({ documents: documents.filter((other) => other !== one) })
                }}
              />
            ))}
          </ul>
        )}
      </FileDrop>
      {refused.length > 0 && (
        <Notice tone="danger" title="Not added">
          <ul>
            {refused.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Notice>
      )}
      {documents.some((one) => !heldFile(one)) && (
        <Notice tone="warning" title="Choose these files again">
          Files are lost when the page reloads. Files you don’t choose again are left out.
        </Notice>
      )}
      <StepBar onBack={onBack}>
        <NextButton onNext={onNext} label={documents.length > 0 ? 'Next' : 'Skip'} />
      </StepBar>
    </>
  )
}

type RowProps = {
  document: StepProps['state']['documents'][number]
  onType: (type: string) => void
  onRemove: () => void
}

function Row({ document, onType, onRemove }: RowProps) {
  const { name, size, type } = document
  const file = heldFile(document)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 last:border-b-0">
      {file ? (
        <UploadThumbnail file={file} />
      ) : (
        <FileWarning size={20} aria-hidden className="text-warning" />
      )}
      <div className="min-w-0 flex-1 basis-32">
        <p className="truncate font-medium">{name}</p>
        <p className="text-sm text-muted">
          {sizeOf(size)}
          {!file && <span className="text-warning"> · choose it again</span>}
        </p>
      </div>
      <div className="flex items-center gap-2 max-sm:w-full">
        <SelectField
          label={`Type of ${name}`}
          labelHidden
          className="w-52 max-sm:flex-1"
          options={documentTypes}
          value={type}
          onChange={(event) => onType(event.target.value)}
        />
        <IconButton icon={X} label={`Remove ${name}, ${typeLabel(type)}`} onClick={onRemove} />
      </div>
    </li>
  )
}
