import { checkKinds, factOf, grouped, type RuleDecision } from '@countersign/contracts/transactions'
import { Link } from '@tanstack/react-router'
import { api, useOperation } from '../api/index.ts'
import { useCan } from '../session/index.ts'
import { Panel } from '../ui/page/panel.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { Truth } from './truth.tsx'
import { actionWords, conditionWords, counted, valueWord } from './words.ts'

const stages = {
  NEW: 'Before sending',
  ARRIVAL: 'On arrival',
  DECISION: 'With the personal data',
}

function summaryOf({ cause, action, rule, trace, stage }: RuleDecision): string {
  const place = trace.findIndex(({ ruleId }) => ruleId === rule?.id) + 1
  const name = rule ? `rule ${place}${rule.name ? ` “${rule.name}”` : ''}` : ''
  const words = actionWords[stage === 'NEW' ? 'outgoing' : 'incoming'][action]
  switch (cause) {
    case 'RULE':
      return `${words}: ${name}`
    case 'UNKNOWN':
      return `Sent to the inbox: ${name} needs a fact that isn’t known`
    case 'WAITING':
      return `Waiting: ${name} needs a check that hasn’t arrived`
    case 'NO_RULE':
      return 'Sent to the inbox: no rule matches'
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
      Create a rule from this transfer
    </Link>
  )
  if (!data) return null
  return (
    <Panel title="Rules" actions={make} long>
      {data.decisions.length === 0 ? (
        <p className="text-sm text-muted">No rule has decided this transfer.</p>
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
        const fact = facts[factOf(condition, rule.source)]
        return (
          <li key={JSON.stringify(condition)} className="wrap-anywhere">
            <Truth value={judged.conditions[index] ?? 'UNKNOWN'} />{' '}
            {conditionWords(condition, rule.source)}
            {fact !== undefined &&
              condition.check !== 'ALL' &&
              condition.check !== 'FIRST_WITH' && (
                <span className="text-muted">
                  {' '}
                  – was{' '}
                  {Array.isArray(fact)
                    ? fact.map((one) => valueWord(condition.check, one)).join(', ') ||
                      (checkKinds.some((kind) => kind === condition.check) ? 'not checked' : 'none')
                    : typeof fact === 'number'
                      ? counted(fact, 'minute')
                      : `${grouped(fact.amount.replace(/0{1,2}$/, ''))} ${fact.currency}`}
                </span>
              )}
          </li>
        )
      })}
    </ul>
  )
}
