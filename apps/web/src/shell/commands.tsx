import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { layer } from '../page/index.ts'
import { useAppearance } from '../theme.ts'
import { soon } from '../ui/overlay/soon.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { openRow, tickRow, useListKeys } from '../ui/table/list-keys.ts'
import { shortcutReader } from './shortcuts.rules.ts'
import { usePlaces } from './use-places.ts'

const Palette = soon(() => import('./palette.tsx').then(({ Palette }) => ({ default: Palette })))
const ShortcutSheet = soon(() =>
  import('./shortcut-sheet.tsx').then(({ ShortcutSheet }) => ({ default: ShortcutSheet })),
)

/** Listens for the shortcuts of the whole page, and shows what they open. */
export function Commands() {
  const open = layer.use()
  useShortcuts()
  useListKeys(anyList, { off: useAppearance().shortcuts !== 'on', last: true })
  const close = () => layer.set(null)
  return (
    <Suspense>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'help' && <ShortcutSheet onClose={close} />}
    </Suspense>
  )
}

/** What the keys do in a list that has no keys of its own. */
const anyList = {
  x: (row: number | null) => tickRow(row, false),
  X: (row: number | null) => tickRow(row, true),
  ' ': openRow,
}

/** Where letters are text, or choose among items. A dialog has its own keys. */
const typingIn =
  'input, textarea, select, [contenteditable], [role="combobox"], [role="listbox"], [role="menu"], [role$="dialog"]'

function useShortcuts(): void {
  const places = usePlaces()
  const router = useRouter()
  const single = useAppearance().shortcuts === 'on'
  // Kept over what the page redraws between two keys.
  const [read] = useState(shortcutReader)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (event.defaultPrevented || event.repeat || event.isComposing) return
      const command = read({
        key,
        ctrl: ctrlKey,
        meta: metaKey,
        alt: altKey,
        single,
        at: event.timeStamp,
        typing: target instanceof Element && target.closest(typingIn) !== null,
      })
      if (!command) return
      if (command.kind === 'go') {
        const place = places.find((one) => one.key === command.key)
        if (place) void router.navigate({ to: place.to })
      } else if (command.kind === 'filter') {
        const filter = document.querySelector<HTMLElement>('main input[type="search"]')
        if (!filter) return
        filter.focus()
      } else if (command.kind === 'undo') {
        if (!toasts.undo()) return
      } else layer.set(command.kind)
      event.preventDefault()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [places, router, single, read])
}
