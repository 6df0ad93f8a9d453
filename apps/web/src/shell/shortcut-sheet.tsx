import { setAppearance, useAppearance } from '../theme.ts'
import { Switch } from '../ui/form/switch.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { paletteKeys } from './palette-keys.ts'
import { usePlaces } from './use-places.ts'

/** All shortcuts of the page, and the switch that turns those of a single key off. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { shortcuts } = useAppearance()
  const goes = usePlaces().flatMap(({ key, label }) => (key ? [[`g ${key}`, label]] : []))
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Keyboard shortcuts">
      {/* First, because the dialog begins at its first field. */}
      <div className="border-b border-line pb-4">
        <Switch
          label="Single-key shortcuts"
          hint={`When off, only ${paletteKeys} and keys in open menus and dialogs work.`}
          checked={shortcuts === 'on'}
          onChange={({ target }) => setAppearance({ shortcuts: target.checked ? 'on' : 'off' })}
        />
      </div>
      <Keys
        title="Anywhere"
        rows={[
          [paletteKeys, 'Search pages, companies and actions'],
          ['/', 'Go to the page’s filter'],
          ['?', 'Show shortcuts'],
          ['u', `Undo the last action, as ${paletteKeys.replace('K', 'Z')} does`],
          ['Esc', 'Close what is open'],
        ]}
      />
      <Keys title="Go to" rows={goes} />
      <Keys
        title="Lists"
        rows={[
          ['j k', 'Next and previous row'],
          ['Space', 'Preview row'],
          ['x', 'Select row; with Shift, select a range'],
          ['t m b', 'Trust, monitor or block the company'],
          [copyKeys, 'Copy the ID of the focused row'],
        ]}
      />
      <Keys
        title="Inbox of transfers"
        rows={[
          ['a', 'Approve, confirm or accept'],
          ['d', 'Decline or cancel'],
          ['r', 'Not our address'],
          ['n', 'Not ready yet'],
          ['i', 'Assign to me'],
          ['s', 'Hide until tomorrow'],
        ]}
      />
    </Dialog>
  )
}

const copyKeys = paletteKeys.replace('K', 'C')

function Keys({ title, rows }: { title: string; rows: readonly (readonly string[])[] }) {
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-muted">{title}</h3>
      <dl className="grid grid-cols-[6rem_1fr] gap-y-1 text-sm">
        {rows.map(([keys, words]) => (
          <div key={keys} className="col-span-2 grid min-h-6 grid-cols-subgrid items-center">
            <dt>
              <kbd className="rounded-sm border border-line bg-bg px-1.5 py-0.5 font-sans text-xs font-medium">
                {keys}
              </kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
