import { numberText } from '../language.ts'
/** One line of a {@link BarList}. */
export interface BarListRow {
  key: string
  name: string
  /** Parts of the bar, in the order of the series. */
  values: readonly number[]
}

/** Props of {@link BarList}. */
export interface BarListProps {
  label: string
  rows: readonly BarListRow[]
  series: readonly { name: string; color: string }[]
}

/** Bars that lie below their names, the longest across the whole width. */
export function BarList({ label, rows, series }: BarListProps) {
  const sumOf = (row: BarListRow) => row.values.reduce((sum, value) => sum + value, 0)
  const most = Math.max(1, ...rows.map(sumOf))
  return (
    <div>
      <ul aria-label={label} className="flex flex-col gap-2.5">
        {rows.map((row) => (
          <li key={row.key}>
            <div className="flex justify-between gap-3 text-sm">
              <span className="min-w-0 truncate" title={row.name}>
                {row.name}
              </span>
              <span className="tabular-nums">{numberText(sumOf(row))}</span>
            </div>
            <div aria-hidden className="mt-1 flex h-2 overflow-hidden rounded-full bg-neutral-soft">
              {row.values.map((value, at) => (
                <span
                  key={series[at]?.name ?? at}
                  className="block forced-color-adjust-none"
                  style={{ width: `${(100 * value) / most}%`, background: series[at]?.color }}
                />
              ))}
            </div>
          </li>
        ))}
      </ul>
      {series.length > 1 && (
        <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {series.map(({ name, color }) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <span
                aria-hidden
                className="inline-block size-3 rounded-[3px] forced-color-adjust-none"
                style={{ background: color }}
              />
              {name}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
