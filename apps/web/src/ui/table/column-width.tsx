import { type KeyboardEvent, type PointerEvent, useRef } from 'react'

/** The widths that columns can have, in pixels. */
const narrowest = 64
const widest = 640
const step = 16

/** Props of {@link ColumnWidth}. */
export interface ColumnWidthProps {
  header: string
  /** The width that was chosen; nothing while the column fits its content. */
  width: number | undefined
  /** The first of a table takes the tab stop of all of them. */
  isFirst: boolean
  /** Nothing sets the column back to what its content needs. */
  onWidth: (width: number | undefined) => void
}

/**
 * The edge of a column: dragged, or moved with the left and right arrows. Up and down go to the edges
 * beside it, Enter and a double click take the width back.
 */
export function ColumnWidth({ header, width, isFirst, onWidth }: ColumnWidthProps) {
  const start = useRef<{ at: number; width: number }>(undefined)
  const within = (pixels: number) => Math.round(Math.min(widest, Math.max(narrowest, pixels)))
  const nowOf = (edge: HTMLElement) =>
    edge.closest('th')?.getBoundingClientRect().width ?? width ?? narrowest
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (start.current) onWidth(within(start.current.width + event.clientX - start.current.at))
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const { currentTarget: edge, key } = event
    const edges = [...(edge.closest('tr')?.querySelectorAll<HTMLElement>('[data-edge]') ?? [])]
    const beside = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0
    const by = key === 'ArrowLeft' ? -step : key === 'ArrowRight' ? step : 0
    if (beside !== 0) edges[edges.indexOf(edge) + beside]?.focus()
    else if (by !== 0) onWidth(within(nowOf(edge) + by))
    else if (key === 'Enter') onWidth(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved is a separator, and no <hr>
    <span
      data-edge
      role="separator"
      aria-orientation="vertical"
      aria-label="Column width"
      aria-valuenow={width ?? 0}
      aria-valuemin={0}
      aria-valuemax={widest}
      aria-valuetext={`${header}: ${width === undefined ? 'fits its content' : `${width} px`}`}
      tabIndex={isFirst ? 0 : -1}
      onPointerDown={(event) => {
        start.current = { at: event.clientX, width: nowOf(event.currentTarget) }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        start.current = undefined
      }}
      onDoubleClick={() => onWidth(undefined)}
      onKeyDown={press}
      className="absolute inset-y-1 right-0 w-1.5 cursor-col-resize touch-none rounded-sm border-r border-transparent group-hover/head:border-line hover:border-accent! focus-visible:border-accent! print:hidden"
    />
  )
}
