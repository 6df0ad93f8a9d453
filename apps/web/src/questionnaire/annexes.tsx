import { annexLimit } from '@countersign/contracts/trust'
import { useState } from 'react'
import { typeLabel, useLibrary } from '../document/index.ts'
import { PickManyField } from '../ui/form/pick-many-field.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { UploadHere } from './file.tsx'

type Props = { values: readonly string[]; onChange: (ids: string[]) => void }

/** Documents attached to a version: anyone who can read the answers can open them. */
export function AnnexField({ values, onChange }: Props) {
  const { allowed, reason, documents = [] } = useLibrary()
  const [failed, setFailed] = useState<string>()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-64">
          <PickManyField
            label="Annexes"
            optional
            hint={
              allowed
                ? 'Companies with access to the questionnaire can open them. The versions stay fixed.'
                : reason
            }
            chosenLabel="Selected annexes"
            placeholder={values.length < annexLimit ? 'Add a document' : `Up to ${annexLimit}`}
            none="No matching documents"
            disabled={!allowed}
            options={documents.map(({ id, title, documentType }) => ({
              value: id,
              label: title,
              detail: typeLabel(documentType),
            }))}
            values={values}
            onChange={(ids) => onChange(ids.slice(0, annexLimit))}
          />
        </div>
        {allowed && (
          <UploadHere
            about="annex"
            className="sm:mt-6"
            onDone={({ id }) => {
              setFailed(undefined)
              onChange([...values, id].slice(0, annexLimit))
            }}
            onFailed={setFailed}
          />
        )}
      </div>
      {failed && <Notice tone="danger">{failed}</Notice>}
    </div>
  )
}
