import { type PdfKind, report } from '@countersign/contracts/report'
import { addressOf } from '@countersign/kit/client'
import { FileDown } from 'lucide-react'
import { fetchBytes, useChange } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/table/csv.ts'

type PdfButtonProps = { company: string; kind: PdfKind; id: string; children: string }

/** Saves a PDF of something the company has on record. */
export function PdfButton({ company, kind, id, children }: PdfButtonProps) {
  const save = useChange(
    () =>
      fetchBytes(addressOf(report.pdf.get, { id: `${kind}.${id}`, query: { vaspDID: company } })),
    { onSuccess: (file) => saveFile(file, `${kind}-${id}.pdf`) },
  )
  return (
    <Button variant="quiet" icon={FileDown} pending={save.isPending} onClick={() => save.mutate()}>
      {children}
    </Button>
  )
}
