import { FileDown } from 'lucide-react'
import { useChange } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { type PdfOf, savePdf } from './save-pdf.ts'

type PdfButtonProps = {
  company: string
  of: PdfOf
  children: string
  disabledReason?: string | undefined
}

/** Saves a PDF of something the company has on record. */
export function PdfButton({ company, of, children, disabledReason }: PdfButtonProps) {
  const save = useChange(() => savePdf(company, of))
  return (
    <Button
      icon={FileDown}
      disabledReason={disabledReason}
      pending={save.isPending}
      onClick={() => save.mutate()}
    >
      {children}
    </Button>
  )
}
