import type { UploadKind } from '@countersign/contracts/transactions'
import { useQueryClient } from '@tanstack/react-query'
import { Upload as Icon } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { api, type Changed, refresh, useOperation } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { soon } from '../ui/overlay/soon.tsx'
import { isOpen } from './words.ts'

const UploadDialog = soon(() =>
  import('./upload-dialog.tsx').then(({ UploadDialog }) => ({ default: UploadDialog })),
)

/** How often is asked how far an upload is, in milliseconds. */
const polls = 1_000

interface Props {
  company: string
  kind: UploadKind
  /** Why nothing may be uploaded. */
  disabledReason?: string | undefined
  /** What an upload changes on the page. */
  changes: Changed
}

/** Uploads files of addresses or customers, and says beside it whether one is under way. */
export function UploadButton({ company, kind, disabledReason, changes }: Props) {
  const client = useQueryClient()
  const [isShown, setShown] = useState(false)
  const [isSending, setSending] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { data } = useOperation(
    api.uploads.list,
    { query: { vaspDID: company, kind } },
    { enabled: disabledReason === undefined, ...((isBusy || isSending) && { polls }) },
  )
  const [newest] = data?.uploads ?? []
  const isUnderWay = newest !== undefined && isOpen(newest)
  const changed = `${newest?.id} ${newest?.done}`
  useEffect(() => setBusy(isUnderWay && newest.state !== 'READY'), [isUnderWay, newest])
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again with each page that is done
  useEffect(() => void refresh(client, changes), [changed])
  return (
    <>
      <Button icon={Icon} disabledReason={disabledReason} onClick={() => setShown(true)}>
        {isUnderWay ? 'Upload under way' : 'Upload'}
      </Button>
      <Suspense>
        {isShown && (
          <UploadDialog
            {...{ company, kind, newest, setSending }}
            onClose={() => setShown(false)}
          />
        )}
      </Suspense>
    </>
  )
}
