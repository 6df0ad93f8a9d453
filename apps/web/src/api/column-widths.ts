import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useKept } from './kept.ts'

const Widths = z.record(z.string(), z.number())

/** How long a width must stand before it is kept, in milliseconds: dragging passes through many. */
const rests = 500

/** The widths of a list's columns, kept with the viewer on the server. */
export function useColumnWidths(list: string, enabled = true) {
  const { value, keep } = useKept(`widths.${list}`, Widths, enabled)
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>()
  const waiting = useRef<() => void>(undefined)
  // Who leaves the page at once keeps the last width, too.
  useEffect(() => () => waiting.current?.(), [])
  return {
    widths: widths ?? value,
    onWidths: (next: Readonly<Record<string, number>>) => {
      setWidths(next)
      const store = () => {
        clearTimeout(timer)
        if (waiting.current === store) {
          waiting.current = undefined
          keep({ ...next })
        }
      }
      const timer = setTimeout(store, rests)
      waiting.current = store
    },
  }
}
