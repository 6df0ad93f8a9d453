import { FileDown } from 'lucide-react'
import { useChange } from '../api/index.ts'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import { type PdfOf, savePdf } from './save-pdf.ts'

type PdfButtonProps = {
  company: string
  of: PdfOf
  children: string
  disabledReason?: string | undefined
  variant?: ButtonVariant
}

/** Saves a PDF of something the company has on record. */
export function PdfButton({ company, of, children, disabledReason, variant }: PdfButtonProps) {
  const save = useChange(() => savePdf(company, of))
  return (
    <Button
      icon={FileDown}
      {...(variant && { variant })}
      disabledReason={disabledReason}
      pending={save.isPending}
      onClick={() => save.mutate()}
    >
      {children}
    </Button>
  )
}
