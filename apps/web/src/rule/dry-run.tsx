import {
  type DryRun,
  dryRunLimit,
  type RuleDirection,
  ruleActions,
} from '@countersign/contracts/transactions'
import { Link } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { ByRule, Why } from './why.tsx'
import { actionWords, checkWords, counted, type DraftRules, givenRules, ruleName } from './words.ts'

/** Tries the rules as they stand on the screen on the newest transfers. Nothing is done. */
export function DryRunPanel({
  company,
  direction,
  rules,
}: {
  company: string
  direction: RuleDirection
  rules: DraftRules
}) {
  const [result, setResult] = useState<DryRun>()
  const [error, setError] = useState<unknown>()
  const [pending, setPending] = useState(false)
  const [period, setPeriod] = useState({ from: '', to: '' })
  /** The body of the run that is shown: its other pages are of the same. */
  const [ran, setRan] = useState<Body>()
  const run = async (body: Body, before?: DryRun) => {
    setPending(true)
    setError(undefined)
    try {
      const next = await api.rules.dryRun({
        body: { ...body, ...(before?.next && { cursor: before.next }) },
      })
      setRan(body)
      setResult(
        before
          ? { ...before, next: next.next, differing: [...before.differing, ...next.differing] }
          : next,
      )
    } catch (failure) {
      setError(failure)
    } finally {
      setPending(false)
    }
  }
  const { lists, ...given } = givenRules(rules)
  const body: Body = {
    vaspDID: company,
    direction,
    last: dryRunLimit,
    ruleSet: { [direction]: given[direction], lists },
    ...(period.from && { from: startOf(period.from, 0) }),
    ...(period.to && { to: startOf(period.to, 1) }),
  }
  const isBackwards = period.from !== '' && period.to !== '' && period.from > period.to
  const day = (name: keyof typeof period, label: string) => (
    <TextField
      label={label}
      optional
      type="date"
      className="w-44"
      value={period[name]}
      onChange={({ target }) => setPeriod({ ...period, [name]: target.value })}
    />
  )
  return (
    <Panel
      title={`Dry run: ${direction}`}
      description="What these rules would have decided about your last 10,000 transfers. Nothing is changed."
      actions={
        <Button
          icon={FlaskConical}
          pending={pending}
          disabledReason={isBackwards ? 'The end date is before the start date' : undefined}
          onClick={() => void run(body)}
        >
          Run
        </Button>
      }
    >
      <div className="mb-4 flex flex-wrap gap-3">
        {day('from', 'Created from')}
        {day('to', 'Created until')}
      </div>
      {error !== undefined && <Failure error={error} />}
      {result && ran ? (
        <Result
          result={result}
          direction={direction}
          tried={ran.ruleSet[direction] ?? []}
          more={
            result.next !== null && (
              <Button pending={pending} onClick={() => void run(ran, result)}>
                Show more
              </Button>
            )
          }
        />
      ) : (
        <p className="text-sm text-muted">Not run yet.</p>
      )}
    </Panel>
  )
}

type Body = Parameters<typeof api.rules.dryRun>[0]['body']

/** The instant at which a day begins here, or ends. */
const startOf = (day: string, after: 0 | 1): string => {
  const at = new Date(`${day}T00:00:00`)
  at.setDate(at.getDate() + after)
  return new Date(at.getTime() - after).toISOString()
}

function Result({
  result,
  direction,
  tried,
  more,
}: {
  result: DryRun
  direction: RuleDirection
  tried: NonNullable<Body['ruleSet'][RuleDirection]>
  more: ReactNode
}) {
  const [shown, setShown] = useState(20)
  const words = actionWords[direction]
  const actions = ruleActions.filter((one) => direction === 'incoming' || one !== 'NOT_READY')
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p role="status">
        {counted(result.considered, 'transfer')}
        {result.more && ', the newest of this period'}, {result.changed} decided differently
        {result.unknown > 0 && `, ${result.unknown} for which a fact isn’t known`}.
      </p>
      {result.missing.length > 0 && (
        <p>
          Not known:{' '}
          {result.missing
            .map(({ check, transfers }) => `${checkWords[check]} (${transfers})`)
            .join(', ')}
          .
        </p>
      )}
      <div className="overflow-x-auto">
        <table className="text-left tabular-nums">
          <caption className="sr-only">Decisions before and after</caption>
          <thead>
            <tr>
              <th scope="col" className="py-1 pr-6 font-medium text-muted">
                Before
              </th>
              {actions.map((action) => (
                <th key={action} scope="col" className="py-1 pr-6 font-medium text-muted">
                  {words[action]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {actions.map((before) => (
              <tr key={before} className="border-t border-line">
                <th scope="row" className="py-1 pr-6 font-medium">
                  {words[before]}
                </th>
                {actions.map((after) => (
                  <td key={after} className="py-1 pr-6">
                    {result.matrix[before]?.[after] ?? 0}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ByRule byRule={result.byRule} tried={tried} />
      {result.differing.length > 0 && (
        <ul className="flex flex-col gap-1">
          {result.differing.slice(0, shown).map((one) => (
            <li key={one.id}>
              <Link to="/transactions/$id" params={{ id: one.id }} className={linkClass}>
                {one.id.slice(0, 8)}
              </Link>
              : {words[one.before]} → {words[one.after]}
              {one.rule && ` by ${ruleName(tried, one.rule.id)}`}
              <Why {...{ one, direction, tried }} />
            </li>
          ))}
        </ul>
      )}
      <div>
        {shown < result.differing.length ? (
          <Button onClick={() => setShown(Number.MAX_SAFE_INTEGER)}>Show more</Button>
        ) : (
          more
        )}
      </div>
    </div>
  )
}
