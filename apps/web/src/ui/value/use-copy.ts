import { useEffect, useState } from 'react'
import { t } from '../language.ts'
import { announce } from '../page/live-region.tsx'

/** Copies text, says so, and is `copied` for two seconds. */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<void> } {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      announce(t('Copied'))
    } catch {
      // No clipboard on plain HTTP, or the viewer said no: the text can still be selected.
      announce(t('Your browser didn’t allow copying'))
    }
  }
  return { copied, copy }
}
