import { cx } from '../cx.ts'

/** The environments that are not production. */
export type EnvironmentKind = 'QA' | 'Development' | 'Demo' | 'Test'

const looks: Record<EnvironmentKind, string> = {
  QA: 'bg-info-soft text-info',
  Development: 'bg-neutral-soft text-muted',
  Demo: 'bg-warning-soft text-warning',
  Test: 'bg-danger-soft text-danger',
}

/** A hatched strip of 28 px over a page that is not production. */
export function EnvironmentBanner({ kind }: { kind: EnvironmentKind }) {
  return (
    <aside
      aria-label={`Environment: ${kind}`}
      data-print="hide"
      className={cx(
        'hatched grid h-7 place-items-center border-b border-current/20 text-xs font-semibold',
        looks[kind],
      )}
    >
      <p>{kind}</p>
    </aside>
  )
}
