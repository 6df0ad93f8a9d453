import { Check, Copy } from 'lucide-react'
import { Button } from '../button.tsx'
import { t } from '../language.ts'
import { useCopy } from './use-copy.ts'

/** A button that copies a text and says so. For ids take `CopyText`. */
export function CopyButton({ text, label = t('Copy') }: { text: string; label?: string }) {
  const { copied, copy } = useCopy()
  return (
    <Button variant="quiet" icon={copied ? Check : Copy} onClick={() => copy(text)}>
      {copied ? t('Copied') : label}
    </Button>
  )
}
