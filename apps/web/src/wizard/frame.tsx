import { Check } from 'lucide-react'
import type { WizardState } from '../browser/index.ts'
import { countryName } from '../jurisdiction/index.ts'
import { cx } from '../ui/cx.ts'
import { Panel } from '../ui/page/panel.tsx'
import { Avatar } from '../ui/value/avatar.tsx'
import { minutesFrom, wizardSteps } from './state.ts'
import { knownFields } from './taken.ts'

type RailProps = { step: number; reached: number; onGo: (step: number) => void }

/** The steps, how far one is, and how long the rest takes. */
export function Rail({ step, reached, onGo }: RailProps) {
  const left = minutesFrom(step)
  return (
    <nav aria-label="Steps" data-print="hide" className="lg:sticky lg:top-17">
      <ol className="flex gap-0.5 lg:flex-col">
        {wizardSteps.map((name, at) => {
          const number = at + 1
          const current = number === step
          return (
            <li key={name} className={cx(current && 'min-w-0 max-lg:flex-1')}>
              <button
                type="button"
                onClick={() => onGo(number)}
                disabled={number > reached}
                aria-current={current ? 'step' : undefined}
                className={cx(
                  'flex min-h-8 w-full items-center gap-2.5 rounded-control px-1.5 py-1 text-left text-sm lg:px-2',
                  current ? 'bg-accent-soft font-medium text-accent' : 'text-muted',
                  number <= reached && !current && 'hover:bg-hover hover:text-text',
                )}
              >
                <span
                  className={cx(
                    'grid size-5 shrink-0 place-items-center rounded-full border text-xs tabular-nums',
                    current ? 'border-accent' : 'border-control',
                  )}
                >
                  {number < reached && !current ? <Check size={12} aria-hidden /> : number}
                </span>
                <span className={cx(current ? 'min-w-0 truncate' : 'max-lg:sr-only')}>{name}</span>
              </button>
            </li>
          )
        })}
      </ol>
      <p className="mt-2 px-2 text-xs text-muted">
        About {left} {left === 1 ? 'minute' : 'minutes'} left
      </p>
    </nav>
  )
}

/** The company as the network will see it. */
export function Preview({ state }: { state: WizardState }) {
  const known = knownFields(state)
  return (
    <Panel
      title="How others will see it"
      className="max-xl:hidden xl:sticky xl:top-17 print:hidden"
    >
      <div className="mb-4 flex items-center gap-3">
        <Avatar name={state.name || '?'} />
        <p className="min-w-0 font-semibold wrap-anywhere">{state.name || 'Your company'}</p>
      </div>
      <dl className="flex flex-col gap-2.5 text-sm">
        {[
          ['Legal name', known.legalName],
          ['Website', known.website?.replace(/^https?:\/\//, '')],
          [
            'Incorporated in',
            known.incorporationCountry && countryName(known.incorporationCountry),
          ],
          ['Jurisdictions', state.jurisdictions.map(countryName).join(', ')],
          ['Type', state.serviceTypes.join(', ')],
          ['Regulators', known.regulatoryAuthorities?.join(', ')],
        ].map(([term, value]) => (
          <div key={term}>
            <dt className="text-xs text-muted">{term}</dt>
            <dd className="wrap-anywhere">{value || <span className="text-muted">–</span>}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
