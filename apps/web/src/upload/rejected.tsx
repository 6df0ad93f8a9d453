import { product } from '@countersign/contracts/product'
import { rejectedDays, type Upload } from '@countersign/contracts/transactions'
import { addressOf } from '@countersign/kit/client'
import { fetchBytes, useChange } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { numberText } from '../ui/language.ts'
import { saveFile } from '../ui/table/csv.ts'
import { Time } from '../ui/value/time.tsx'

interface Props {
  company: string
  upload: Upload
}

/** The rejected lines of an upload as a file, with the day until which there is one. */
export function Rejected({ company, upload: { id, fileName, rejectedUntil } }: Props) {
  const at = { uploadId: id, query: { vaspDID: company } }
  const save = useChange(() => fetchBytes(addressOf(product.uploads.rejected, at)), {
    onSuccess: (file) => saveFile(file, `${fileName.replace(/\.[^.]+$/, '')}-rejected.csv`),
  })
  if (rejectedUntil === null)
    return (
      <p className="text-muted text-sm">
        Rejected lines are kept for {rejectedDays} days. Upload the file again to see them.
      </p>
    )
  return (
    <div className="flex flex-col items-start gap-1">
      <Button pending={save.isPending} onClick={() => save.mutate()}>
        Save the rejected lines
      </Button>
      <p className="text-muted text-sm">
        Available until <Time value={rejectedUntil} format="day" />. After that, upload the file
        again to see them.
      </p>
    </div>
  )
}

/** The newest upload that has ended, so that its rejected lines can still be saved. */
export function LastUpload({ company, upload }: Props) {
  const { fileName, createdAt, counts } = upload
  return (
    <section className="flex flex-col gap-1 border-line border-t pt-4">
      <h3 className="font-semibold text-sm">Last upload</h3>
      <p className="wrap-anywhere text-sm">
        {fileName} · <Time value={createdAt} format="day" /> · {numberText(counts.rejected)}{' '}
        {counts.rejected === 1 ? 'line' : 'lines'} rejected
      </p>
      {counts.rejected > 0 && <Rejected company={company} upload={upload} />}
    </section>
  )
}
