import { type PdfKind, report } from '@countersign/contracts/report'
import { addressOf } from '@countersign/kit/client'
import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { fetchBytes } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { saveFile } from '../ui/table/csv.ts'

type PdfButtonProps = { company: string; kind: PdfKind; id: string; children: string }

/** Saves a PDF of something the company has on record. */
export function PdfButton({ company, kind, id, children }: PdfButtonProps) {
  const save = useMutation({
    mutationFn: () =>
      fetchBytes(addressOf(report.pdf.get, { id: `${kind}.${id}`, query: { vaspDID: company } })),
    onSuccess: (file) => saveFile(file, `${kind}-${id}.pdf`),
    onError: (failure) => toasts.error(failure),
  })
  return (
    <Button variant="quiet" icon={FileDown} pending={save.isPending} onClick={() => save.mutate()}>
      {children}
    </Button>
  )
}
