import { Download } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { api } from '../api/index.ts'
import { useCan, useReadOnly } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { soon } from '../ui/overlay/soon.tsx'

const ExportDialog = soon(() =>
  import('./export-dialog.tsx').then(({ ExportDialog }) => ({ default: ExportDialog })),
)

/** Offers a file of what the list shows, to those who may export. */
export function ExportButton(list: Omit<ComponentProps<typeof ExportDialog>, 'onClose'>) {
  const { allowed } = useCan(api.exportRequests.create)
  const readOnly = useReadOnly()
  const [open, setOpen] = useState(false)
  if (!allowed || readOnly) return null
  return (
    <>
      <Button variant="quiet" icon={Download} onClick={() => setOpen(true)}>
        Export
      </Button>
      <Suspense>{open && <ExportDialog {...list} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
