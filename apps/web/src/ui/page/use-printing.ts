import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia } from './use-media.ts'

/** Whether the page is being printed, so that what a screen folds away can be laid out on paper. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  const onPaper = useMedia('print')
  useEffect(() => {
    // The browser takes its picture right after the event.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing || onPaper
}
