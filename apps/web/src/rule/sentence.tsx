import type { RuleDirection } from '@countersign/contracts/transactions'
import { Fragment } from 'react'
import { actionWords, conditionWords, type DraftRule } from './words.ts'

/** A rule as a sentence: “Decline if your verdict is blocked”. */
export function Sentence({
  rule,
  direction,
}: {
  rule: Pick<DraftRule, 'actionRule' | 'conditions' | 'source'>
  direction: RuleDirection
}) {
  const [first] = rule.conditions
  return (
    <span className="wrap-anywhere">
      <strong className="font-semibold">{actionWords[direction][rule.actionRule]}</strong>{' '}
      {first?.check === 'ALL' && rule.conditions.length === 1
        ? 'every transfer'
        : rule.conditions.map((condition, index) => (
            <Fragment key={JSON.stringify(condition)}>
              {index === 0 ? 'if ' : ' and '}
              <em className="not-italic underline decoration-line underline-offset-4">
                {conditionWords(condition, rule.source)}
              </em>
            </Fragment>
          ))}
    </span>
  )
}
