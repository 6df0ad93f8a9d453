import { Bookmark, Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useReadOnly } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Popover } from '../ui/overlay/popover.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { announce } from '../ui/page/live-region.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import {
  longestName,
  maxViews,
  type SavedView,
  useSavedViews,
  type ViewScreen,
} from './use-saved-views.ts'
import { sameFilters, type ViewFilters } from './view-filters.ts'

/** Props of {@link SavedViews}. */
export interface SavedViewsProps {
  screen: ViewScreen
  /** What is filtered by now. */
  filters: ViewFilters
  onChoose: (filters: ViewFilters) => void
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Filters under names of the viewer's own: to choose, to keep, to rename and to delete. */
export function SavedViews(props: SavedViewsProps) {
  const { screen, filters, onChoose, open, onOpenChange } = props
  const saved = useSavedViews(screen)
  const current = saved.views?.find((view) => sameFilters(view.filters, filters))
  return (
    <Popover
      title="Saved views"
      align="end"
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button icon={Bookmark} className="max-w-44">
          <span className="truncate">{current?.name ?? 'Views'}</span>
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Failure error={saved.list.error} title="Your views couldn’t be loaded" />
        {!saved.views && !saved.list.error && (
          <SkeletonLines lines={3} label="Loading your views" />
        )}
        {saved.views?.length === 0 && (
          <p className="text-sm text-muted">None yet. Set filters, then save them under a name.</p>
        )}
        {saved.views && saved.views.length > 0 && (
          <ul aria-label="Saved views" className="-mx-2 flex max-h-64 flex-col overflow-y-auto">
            {saved.views.map((view) => (
              <View
                key={view.id}
                view={view}
                current={view === current}
                onChoose={() => {
                  onOpenChange(false)
                  onChoose(view.filters)
                  announce(`View ${view.name}`)
                }}
                onRename={(name) => saved.change.mutate({ ...view, name })}
                onDelete={() => saved.remove.mutate(view)}
              />
            ))}
          </ul>
        )}
        {saved.views && <Keep views={saved.views} {...{ filters, saved }} />}
      </div>
    </Popover>
  )
}

type ViewProps = {
  view: SavedView
  current: boolean
  onChoose: () => void
  onRename: (name: string) => void
  onDelete: () => void
}

function View({ view, current, onChoose, onRename, onDelete }: ViewProps) {
  const readOnly = useReadOnly()
  const [name, setName] = useState<string>()
  const pencil = useRef<HTMLButtonElement>(null)
  const done = () => {
    setName(undefined)
    requestAnimationFrame(() => pencil.current?.focus())
  }
  if (name !== undefined)
    return (
      <li className="px-2 py-1">
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (!name.trim()) return
            if (name.trim() !== view.name) onRename(name.trim())
            done()
          }}
        >
          <TextField
            label={`New name for ${view.name}`}
            labelHidden
            className="min-w-0 flex-1"
            autoFocus
            maxLength={longestName}
            value={name}
            onChange={({ target }) => setName(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              // The list stays open: only the renaming ends.
              event.stopPropagation()
              done()
            }}
          />
          <Button type="submit" variant="primary">
            Rename
          </Button>
        </form>
      </li>
    )
  return (
    <li className="flex items-center gap-0.5 rounded-control px-2 hover:bg-hover">
      <button
        type="button"
        onClick={onChoose}
        aria-current={current ? true : undefined}
        className="min-h-8 min-w-0 flex-1 truncate rounded-control text-left text-sm aria-current:font-semibold pointer-coarse:min-h-11"
      >
        {view.name}
      </button>
      {!readOnly && (
        <>
          <IconButton
            ref={pencil}
            icon={Pencil}
            label={`Rename ${view.name}`}
            onClick={() => setName(view.name)}
          />
          <IconButton icon={Trash2} label={`Delete ${view.name}`} onClick={onDelete} />
        </>
      )}
    </li>
  )
}

type KeepProps = {
  views: readonly SavedView[]
  filters: ViewFilters
  saved: Pick<ReturnType<typeof useSavedViews>, 'add' | 'change'>
}

/** Keeps the present filters under a name; under the name of a view, in its place. */
function Keep({ views, filters, saved }: KeepProps) {
  const [name, setName] = useState('')
  const replaced = views.find((view) => view.name === name.trim())
  const readOnly = useReadOnly()
  const reason =
    readOnly ??
    (Object.keys(filters).length === 0
      ? 'Set a filter first'
      : views.length >= maxViews && !replaced
        ? `You’ve reached the limit of ${maxViews} views. Delete one first.`
        : undefined)
  const keep = (event: FormEvent) => {
    event.preventDefault()
    if (reason || !name.trim()) return
    const done = {
      onSuccess: () => {
        setName('')
        announce(`View saved: ${name.trim()}`)
      },
    }
    if (replaced) saved.change.mutate({ ...replaced, filters }, done)
    else saved.add.mutate({ name: name.trim(), filters }, done)
  }
  return (
    <form onSubmit={keep} className="flex items-end gap-2 border-t border-line pt-3">
      <TextField
        label="Save these filters as"
        className="min-w-0 flex-1"
        maxLength={longestName}
        placeholder="For example: EU, not reviewed"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button
        type="submit"
        pending={saved.add.isPending || saved.change.isPending}
        disabledReason={reason ?? (name.trim() ? undefined : 'Enter a name first')}
      >
        {replaced ? 'Replace' : 'Save'}
      </Button>
    </form>
  )
}
