import { Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { numberText } from '../language.ts'
import { toasts } from '../overlay/toasts.ts'
import { announce } from '../page/live-region.tsx'
import { useTimeZone } from '../value/time-zone.ts'
import { type CsvColumn, csvOf, saveFile } from './csv.ts'

/** Props of {@link ExportButton}. */
export interface ExportButtonProps<Row> {
  /** What the file holds, for its name: `activity` becomes `activity-2026-11-21.csv`. */
  name: string
  columns: readonly CsvColumn<Row>[]
  /** The rows of the current filter, all pages of it. */
  pages: (signal: AbortSignal) => AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>
  disabledReason?: string | undefined
}

/** Saves a whole list as CSV, in the zone of the screen; counts while it works, and can be stopped. */
export function ExportButton<Row>({
  name,
  columns,
  pages,
  disabledReason,
}: ExportButtonProps<Row>) {
  const timeZone = useTimeZone()
  const [rows, setRows] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start(): Promise<void> {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setRows(0)
    try {
      let count = 0
      const file = await csvOf({
        columns,
        pages: pages(signal),
        timeZone,
        signal,
        onProgress: (written) => {
          count = written
          setRows(written)
        },
      })
      saveFile(file, `${name}-${new Date().toISOString().slice(0, 10)}.csv`)
      announce(`${counted(count)} saved`)
    } catch (failure) {
      if (signal.aborted) announce('Export stopped')
      else
        toasts.error(failure instanceof Error ? failure.message : 'The export failed. Try again.')
    } finally {
      setRows(undefined)
    }
  }

  if (rows === undefined)
    return (
      <Button icon={Download} disabledReason={disabledReason} onClick={() => void start()}>
        Export CSV
      </Button>
    )
  return (
    <Button icon={X} onClick={() => running.current?.abort()}>
      Stop export
      <span className="font-normal text-muted tabular-nums">{counted(rows)}</span>
    </Button>
  )
}

const counted = (rows: number) => (rows === 1 ? '1 row' : `${numberText(rows)} rows`)
