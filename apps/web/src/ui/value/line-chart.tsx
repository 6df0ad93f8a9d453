import { AxisBottom, AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleLinear, scalePoint } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { numberText } from '../language.ts'

/** One period of a {@link LineChart}: its name, and a number for each series; null where there is none. */
export type LineChartRow = { label: string } & { readonly [series: string]: string | number | null }

/** Props of {@link LineChart}. */
export interface LineChartProps {
  /** What it shows, for those who can’t see it; the numbers stand in the table beside it. */
  label: string
  rows: readonly LineChartRow[]
  series: readonly { key: string; name: string; color: string; dashed?: boolean }[]
  /** A period’s name as it is shown below the line. */
  format: (label: string) => string
}

const size = { width: 480, height: 220 }
const margin = { top: 8, right: 8, bottom: 28, left: 40 }
const maxTicks = 6

/** Lines over time, with a point for each number. */
export function LineChart({ label, rows, series, format }: LineChartProps) {
  const inner = {
    width: size.width - margin.left - margin.right,
    height: size.height - margin.top - margin.bottom,
  }
  const x = scalePoint({
    domain: rows.map((row) => row.label),
    range: [0, inner.width],
    padding: 0.5,
  })
  const values = rows.flatMap((row) => series.map(({ key }) => Number(row[key] ?? 0)))
  const y = scaleLinear({
    domain: [0, Math.max(...values) || 1],
    range: [inner.height, 0],
    nice: true,
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
          {series.map(({ key, color, dashed }) => {
            const points = rows.flatMap((row) => {
              const value = row[key]
              return typeof value === 'number' ? [{ x: x(row.label) ?? 0, y: y(value) }] : []
            })
            return (
              <Group key={key}>
                <LinePath
                  data={points}
                  x={(point) => point.x}
                  y={(point) => point.y}
                  stroke={color}
                  strokeWidth={2}
                  {...(dashed && { strokeDasharray: '5 4' })}
                />
                {points.map((point) => (
                  <circle key={point.x} cx={point.x} cy={point.y} r={2.5} fill={color} />
                ))}
              </Group>
            )
          })}
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
        {series.map(({ key, name, color, dashed }) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <span
              aria-hidden
              className="inline-block w-4 border-t-2 forced-color-adjust-none"
              style={{ borderColor: color, borderStyle: dashed ? 'dashed' : 'solid' }}
            />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
