/** Median, 99th percentile and greatest, in the unit of the values. */
export type Quantiles = { p50: number; p99: number; max: number }

/** The quantiles of values in any order; NaN without any. */
export function quantiles(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

/** Prints rows as a table whose columns are as wide as they need to be. */
export function table(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  for (const row of rows)
    console.log(
      row
        .map((cell, i) => (i ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
        .join('  '),
    )
}
