import type { RuleDecision, Truth } from '@countersign/contracts/transactions'
import { factOf } from '@countersign/contracts/transactions'
import { Link } from '@tanstack/react-router'
import { api, useOperation } from '../api/index.ts'
import { useCan } from '../session/index.ts'
import { Panel } from '../ui/page/panel.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { actionWords, conditionWords, valueWord } from './words.ts'

const stages = {
  NEW: 'Before sending',
  ARRIVAL: 'On arrival',
  DECISION: 'With the personal data',
}
const marks: Record<Truth, readonly [string, string]> = {
  TRUE: ['✓', 'holds'],
  FALSE: ['✗', 'doesn’t hold'],
  UNKNOWN: ['?', 'not known'],
}

function summaryOf({ cause, action, rule, trace, stage }: RuleDecision): string {
  const place = trace.findIndex(({ ruleId }) => ruleId === rule?.id) + 1
  const name = rule ? `rule ${place}${rule.name ? ` “${rule.name}”` : ''}` : ''
  const words = actionWords[stage === 'NEW' ? 'outgoing' : 'incoming'][action]
  switch (cause) {
    case 'RULE':
      return `${words}: ${name}`
    case 'UNKNOWN':
      return `Sent to the inbox: ${name} asks for something that isn’t known`
    case 'NO_RULE':
      return 'Sent to the inbox: no rule holds'
    case 'PERSON':
      return 'Sent to the inbox: the beneficiary’s name was changed too often'
    case 'FAILED':
      return 'Sent to the inbox: the rules couldn’t be read'
  }
}

/** Why rules decided as they did about a transfer, with the facts of that moment. */
export function RuleDecisions({ id, company }: { id: string; company: string }) {
  const { data } = useOperation(api.rules.decisions, { query: { vaspDID: company, id } })
  const { allowed } = useCan(api.rules.set)
  const make = allowed && (
    <Link to="/rules" search={{ from: id }} className={linkClass}>
      Make a rule from this transfer
    </Link>
  )
  if (!data) return null
  return (
    <Panel title="Rules" actions={make} long>
      {data.decisions.length === 0 ? (
        <p className="text-sm text-muted">No rule has decided about this transfer.</p>
      ) : (
        <ol className="flex flex-col gap-4 text-sm">
          {data.decisions.map((decision) => (
            <li key={decision.id}>
              <p>
                <span className="font-medium">{summaryOf(decision)}</span>{' '}
                <span className="text-muted">
                  {stages[decision.stage]}, version {decision.version},{' '}
                  <Time value={decision.at} format="absolute" />
                </span>
              </p>
              <Conditions decision={decision} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Conditions({ decision: { rule, trace, facts } }: { decision: RuleDecision }) {
  const judged = trace.find(({ ruleId }) => ruleId === rule?.id)
  if (!rule || !judged) return null
  return (
    <ul className="mt-1">
      {rule.conditions.map((condition, index) => {
        const [mark, words] = marks[judged.conditions[index] ?? 'UNKNOWN']
        const fact = facts[factOf(condition)]
        return (
          <li key={JSON.stringify(condition)} className="wrap-anywhere">
            <span aria-hidden>{mark}</span>
            <span className="sr-only">{words}:</span> {conditionWords(condition)}
            {fact !== undefined && condition.check !== 'ALL' && (
              <span className="text-muted">
                {' '}
                – was{' '}
                {Array.isArray(fact)
                  ? fact.map((one) => valueWord(condition.check, one)).join(', ') || 'none'
                  : typeof fact === 'number'
                    ? `${fact} minutes`
                    : `${fact.amount.replace(/0{1,2}$/, '')} ${fact.currency}`}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
