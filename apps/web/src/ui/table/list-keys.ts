import { useEffect, useRef } from 'react'

/** What to do for a key, given the place of the focused row; null when no row has focus. */
export type ListKeys = Readonly<Record<string, (row: number | null) => void>>

const fields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/**
 * Keys of a list: `j` and `k` move from row to row, others do what they are named for. Rows are the
 * elements with `data-row`, each with one link or button to focus. Nothing happens while somebody
 * types, or in a dialog unless `inDialog` says that it belongs to the list. With `last`, the keys of a page
 * come first.
 */
export function useListKeys(
  keys: ListKeys,
  { inDialog = false, off = false, last = false } = {},
): void {
  const latest = useRef({ keys, inDialog, off })
  latest.current = { keys, inDialog, off }
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const now = latest.current
      if (now.off || event.defaultPrevented) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target instanceof Element ? event.target : document.body
      const dialog = document.querySelector('[role=dialog], [role=alertdialog]')
      if (target.closest(`${fields}, [role=menu], [role=listbox]`)) return
      if (dialog && !now.inDialog) return
      const rows = [...document.querySelectorAll('main [data-row]')]
      const at = rows.findIndex((row) => row.contains(document.activeElement))
      const act = now.keys[event.key]
      // Space and Enter on a button are the button's own.
      if ((event.key === ' ' || event.key === 'Enter') && target.closest('button, input')) return
      if (act && !(last && at < 0)) {
        event.preventDefault()
        act(at < 0 ? null : at)
      } else if (!dialog && (event.key === 'j' || event.key === 'k')) {
        event.preventDefault()
        // A row that went away leaves its place behind.
        const from = at < 0 ? lastPlace() : at
        if (at < 0 && from >= 0) return focusRow(from)
        focusRow(event.key === 'j' ? at + 1 : Math.max(0, at - 1))
      }
    }
    // Events reach the window after the document, where the keys of pages are.
    const place = last ? window : document
    place.addEventListener('keydown', pressed as EventListener)
    return () => place.removeEventListener('keydown', pressed as EventListener)
  }, [last])
}

/** Moves focus to the link or button of a row; the last one when there is no such row. */
export function focusRow(at: number): void {
  const rows = [...document.querySelectorAll('main [data-row]')]
  const row = rows[Math.min(at, rows.length - 1)]
  const link = row?.querySelector<HTMLElement>('.row-link, a, button')
  link?.focus()
  link?.scrollIntoView({ block: 'nearest' })
}

let lastFocus: { path: string; at: number } | undefined
document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof Element)) return
  const row = target.closest('main [data-row]')
  if (!row) return
  const at = [...document.querySelectorAll('main [data-row]')].indexOf(row)
  lastFocus = { path: location.pathname, at }
})

/** Where the focus was last in the list of this page; -1 when nowhere. */
const lastPlace = (): number => (lastFocus?.path === location.pathname ? lastFocus.at : -1)

const rowAt = (at: number | null) =>
  at === null ? undefined : document.querySelectorAll('main [data-row]')[at]

/** Ticks a row, or with `range` all rows from the one before, as a click on its box does. */
export function tickRow(at: number | null, range: boolean): void {
  const box = rowAt(at)?.querySelector('input[type=checkbox]')
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: range }))
}

/** Opens a row, as a click on its link does. */
export function openRow(at: number | null): void {
  rowAt(at)?.querySelector<HTMLElement>('.row-link, a, button')?.click()
}
