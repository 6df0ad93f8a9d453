import {
  type DryRun,
  dryRunLimit,
  type RuleDirection,
  ruleActions,
} from '@countersign/contracts/transactions'
import { Link } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { actionWords, type DraftRules, givenOf } from './words.ts'

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
  const run = async () => {
    setPending(true)
    setError(undefined)
    try {
      setResult(
        await api.rules.dryRun({
          body: {
            vaspDID: company,
            direction,
            last: dryRunLimit,
            ruleSet: { [direction]: givenOf(rules[direction]) },
          },
        }),
      )
    } catch (failure) {
      setError(failure)
    } finally {
      setPending(false)
    }
  }
  return (
    <Panel
      title={`Dry run: ${direction}`}
      description="What these rules would have decided about your last 10,000 transfers. Nothing is changed."
      actions={
        <Button icon={FlaskConical} pending={pending} onClick={() => void run()}>
          Run
        </Button>
      }
    >
      {error !== undefined && <Failure error={error} />}
      {result ? (
        <Result result={result} direction={direction} />
      ) : (
        <p className="text-sm text-muted">Not run yet.</p>
      )}
    </Panel>
  )
}

function Result({ result, direction }: { result: DryRun; direction: RuleDirection }) {
  const words = actionWords[direction]
  const actions = ruleActions.filter((one) => direction === 'incoming' || one !== 'NOT_READY')
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p role="status">
        {result.considered} transfers, {result.changed} decided otherwise
        {result.unknown > 0 && `, ${result.unknown} for which a fact isn’t known`}.
      </p>
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
      {result.differing.length > 0 && (
        <ul className="flex flex-col gap-1">
          {result.differing.slice(0, 20).map(({ id, before, after, rule }) => (
            <li key={id}>
              <Link to="/transactions/$id" params={{ id }} className={linkClass}>
                {id.slice(0, 8)}
              </Link>
              : {words[before]} → {words[after]}
              {rule && ` by ${rule.name ?? 'a rule without a name'}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
