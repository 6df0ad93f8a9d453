import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LoadError } from '../page/index.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'

type ViewProps = {
  file: { readonly key: string; readonly title: string; readonly mediaType: string }
  fetchFile: () => Promise<Blob>
}

/** A document in a dialog, without saving it. The owner's log counts it as a download. */
export function DocumentPreview({ onClose, ...view }: ViewProps & { onClose: () => void }) {
  return (
    <Dialog open wide onOpenChange={(next) => next || onClose()} title={view.file.title}>
      <DocumentView {...view} />
    </Dialog>
  )
}

/** A document in its place in the page. The owner's log counts it as a download. */
export function DocumentView({ file, fetchFile }: ViewProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['document.download', file.key],
    queryFn: fetchFile,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = useObjectUrl(data, file.mediaType)
  return (
    <>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!url && !error && <SkeletonLines lines={12} label="Loading document" />}
      {url && <Shown url={url} title={file.title} mediaType={file.mediaType} />}
    </>
  )
}

/** What the browser can show it shows; Word and Excel files it can only save. */
function Shown({ url, title, mediaType }: { url: string; title: string; mediaType: string }) {
  if (mediaType === 'application/pdf')
    return (
      <iframe
        title={title}
        src={url}
        className="h-[70dvh] w-full rounded-control border border-line"
      />
    )
  if (mediaType.startsWith('image/'))
    return <img src={url} alt={title} className="max-h-[70dvh] w-full object-contain" />
  return <p>This file type can’t be previewed. Download it to read it.</p>
}

/** An address of these bytes for as long as they are shown. */
function useObjectUrl(data: Blob | undefined, mediaType: string): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(new Blob([data], { type: mediaType }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data, mediaType])
  return url
}
