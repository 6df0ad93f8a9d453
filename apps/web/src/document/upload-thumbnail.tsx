import { FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { readAsDataUrl } from '../ui/value/data-url.ts'

/** A larger picture would be read whole, only to be shown small. */
const largest = 4 * 1024 * 1024

/** A chosen picture before it is sent; other files are drawn as a sheet. */
export function UploadThumbnail({ file }: { file: File }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const shown = file.type.startsWith('image/') && file.size <= largest ? file : null
    let gone = false
    readAsDataUrl(shown).then(
      (read) => !gone && setAddress(read),
      // What cannot be read is refused when it is sent; the sheet stays.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [file])
  if (!address) return <FileText size={20} aria-hidden className="text-muted" />
  return (
    <img
      src={address}
      alt={`Preview of ${file.name}`}
      className="size-9 rounded-control border border-line object-cover"
    />
  )
}
