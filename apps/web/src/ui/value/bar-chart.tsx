import { AxisBottom, AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear, scaleOrdinal } from '@visx/scale'
import { BarStack } from '@visx/shape'
import { numberText } from '../language.ts'

/** One period of a {@link BarChart}: its name, which no other has, and a number for each series, 0 without. */
export type BarChartRow = { label: string } & { readonly [series: string]: string | number }

/** One series: its key in the rows, its name and its colour. */
export interface BarSeries {
  key: string
  name: string
  /** A colour of the theme, such as `var(--accent)`. */
  color: string
}

/** Props of {@link BarChart}. */
export interface BarChartProps {
  /** What it shows, for those who can’t see it; the numbers stand in the table beside it. */
  label: string
  rows: readonly BarChartRow[]
  series: readonly BarSeries[]
  /** A period’s name as it is shown below its bar. */
  format: (label: string) => string
}

const size = { width: 480, height: 220 }
const margin = { top: 8, right: 4, bottom: 28, left: 40 }
const maxTicks = 6

/** Stacked bars over time. Colour is never the only cue: give the numbers in a table beside it. */
export function BarChart({ label, rows, series, format }: BarChartProps) {
  const inner = {
    width: size.width - margin.left - margin.right,
    height: size.height - margin.top - margin.bottom,
  }
  const sumOf = (row: BarChartRow) =>
    series.reduce((sum, { key }) => sum + Number(row[key] ?? 0), 0)
  const x = scaleBand({
    domain: rows.map((row) => row.label),
    range: [0, inner.width],
    padding: 0.25,
  })
  const y = scaleLinear({
    domain: [0, Math.max(1, ...rows.map(sumOf))],
    range: [inner.height, 0],
    nice: true,
  })
  const color = scaleOrdinal({
    domain: series.map(({ key }) => key),
    range: series.map((one) => one.color),
  })
  const every = Math.ceil(rows.length / maxTicks)
  const ticks = { fill: 'var(--muted)', fontSize: 12, fontFamily: 'inherit' }
  return (
    <figure className="m-0">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${size.width} ${size.height}`}
        className="w-full"
      >
        <Group left={margin.left} top={margin.top}>
          <BarStack
            data={[...rows]}
            keys={series.map(({ key }) => key)}
            // A row without a series has none of it: a bar without a number would fill the chart.
            value={(row, key) => Number(row[key] ?? 0)}
            x={(row) => row.label}
            xScale={x}
            yScale={y}
            color={color}
          />
          <AxisLeft
            scale={y}
            numTicks={4}
            stroke="var(--line)"
            tickStroke="var(--line)"
            tickFormat={(value) => numberText(Number(value))}
            tickLabelProps={{ ...ticks, dx: '-0.25em', dy: '0.3em', textAnchor: 'end' }}
          />
          <AxisBottom
            top={inner.height}
            scale={x}
            stroke="var(--line)"
            hideTicks
            tickFormat={format}
            tickValues={rows.filter((_, at) => at % every === 0).map((row) => row.label)}
            tickLabelProps={{ ...ticks, textAnchor: 'middle' }}
          />
        </Group>
      </svg>
      <figcaption className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {series.map(({ key, name, color: fill }) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <span
              aria-hidden
              className="inline-block size-3 rounded-[3px] forced-color-adjust-none"
              style={{ background: fill }}
            />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
