import { Bookmark, Columns3 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { soon } from '../ui/overlay/soon.tsx'
import type { ColumnChooserProps } from './column-chooser.tsx'
import type { SavedViewsProps } from './saved-views.tsx'

// Rows come first: what keeps and arranges them is fetched behind them.
const LazyViews = soon(() =>
  import('./saved-views.tsx').then(({ SavedViews }) => ({ default: SavedViews })),
)
const LazyColumns = soon(() =>
  import('./column-chooser.tsx').then(({ ColumnChooser }) => ({ default: ColumnChooser })),
)

/** A click may come before the code that answers it. */
type Opened = { open: boolean; onOpenChange: (open: boolean) => void }

/** Filters under names of the viewer's own. */
export function SavedViews(props: Omit<SavedViewsProps, keyof Opened>) {
  const [open, setOpen] = useState(false)
  const early = (
    <Button icon={Bookmark} onClick={() => setOpen(true)}>
      Views
    </Button>
  )
  return (
    <Suspense fallback={early}>
      <LazyViews {...props} open={open} onOpenChange={setOpen} />
    </Suspense>
  )
}

/** Which columns a table has. */
export function ColumnChooser(props: Omit<ColumnChooserProps, keyof Opened>) {
  const [open, setOpen] = useState(false)
  const early = <IconButton icon={Columns3} label="Choose columns" onClick={() => setOpen(true)} />
  return (
    <Suspense fallback={early}>
      <LazyColumns {...props} open={open} onOpenChange={setOpen} />
    </Suspense>
  )
}
