/** A key as the browser tells it, with what it was pressed in. */
export interface Pressed {
  readonly key: string
  readonly ctrl: boolean
  readonly meta: boolean
  readonly alt: boolean
  /** Pressed in a text field, a list or the like, where letters are text. */
  readonly typing: boolean
  /** Shortcuts of a single key are switched on (WCAG 2.1.4). */
  readonly single: boolean
  /** When it was pressed, in milliseconds of any one clock. */
  readonly at: number
}

/** What a key asks for. */
export type Command =
  | { readonly kind: 'palette' | 'filter' | 'help' | 'undo' }
  | { readonly kind: 'go'; readonly key: string }

/** How long the second key of a chord may take, in milliseconds. */
const patience = 1500

/** Reads keys one after another; a chord is `g`, then a letter. */
export function shortcutReader(): (pressed: Pressed) => Command | null {
  let chordAt = Number.NEGATIVE_INFINITY
  return ({ key, ctrl, meta, alt, typing, single, at }) => {
    const inChord = at - chordAt <= patience
    chordAt = Number.NEGATIVE_INFINITY
    // Not a single key: works everywhere, also in fields.
    if ((ctrl || meta) && !alt && key.toLowerCase() === 'k') return { kind: 'palette' }
    if ((ctrl || meta) && !alt && !typing && key === 'z') return { kind: 'undo' }
    if (ctrl || meta || alt || typing || !single) return null
    if (inChord && /^[a-z]$/.test(key)) return { kind: 'go', key }
    if (key === 'g') chordAt = at
    if (key === '/') return { kind: 'filter' }
    if (key === 'u') return { kind: 'undo' }
    if (key === '?') return { kind: 'help' }
    return null
  }
}
