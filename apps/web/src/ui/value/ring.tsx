/** A share of a hundred as a ring with its number inside. */
export function Ring({ percent, label }: { percent: number; label: string }) {
  const length = 2 * Math.PI * 26
  return (
    <span
      role="img"
      aria-label={`${label}: ${percent}%`}
      className="relative grid size-16 shrink-0 place-items-center"
    >
      <svg viewBox="0 0 60 60" className="absolute inset-0 -rotate-90" aria-hidden="true">
        <circle
          cx="30"
          cy="30"
          r="26"
          fill="none"
          strokeWidth="6"
          className="stroke-neutral-soft"
        />
        <circle
          cx="30"
          cy="30"
          r="26"
          fill="none"
          strokeWidth="6"
          strokeLinecap="round"
          strokeDasharray={`${(length * percent) / 100} ${length}`}
          className={percent === 100 ? 'stroke-success' : 'stroke-accent'}
        />
      </svg>
      <span aria-hidden className="text-sm font-semibold tabular-nums">
        {percent} %
      </span>
    </span>
  )
}
