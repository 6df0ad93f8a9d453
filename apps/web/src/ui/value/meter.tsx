/** Props of {@link Meter}. */
export interface MeterProps {
  /** What is counted, for screen readers. */
  label: string
  value: number
  max: number
}

/** How much of something is done, as a thin bar. Say the numbers beside it. */
export function Meter({ label, value, max }: MeterProps) {
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      className="inline-block h-1.5 w-32 overflow-hidden rounded-full bg-neutral-soft"
    >
      <span
        className="block h-full rounded-full bg-accent forced-colors:bg-[Highlight]"
        style={{ width: `${max > 0 ? (100 * value) / max : 0}%` }}
      />
    </span>
  )
}
