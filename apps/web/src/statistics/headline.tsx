/** Props of {@link Headline}. */
export interface HeadlineProps {
  value: string
  /** What the value is of. */
  label: string
  /** The value of the period before; absent where it is not compared. */
  before?: string | undefined
}

/** One figure that sums a chart up. */
export const Headline = ({ value, label, before }: HeadlineProps) => (
  <p>
    <span className="text-xl font-[650] tabular-nums">{value}</span>{' '}
    <span className="text-muted">{label}</span>
    {before !== undefined && (
      <span className="block text-sm text-muted">Previous period: {before}</span>
    )}
  </p>
)
