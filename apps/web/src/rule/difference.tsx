import { type RuleSet, ruleDirections } from '@countersign/contracts/transactions'
import { Sentence } from './sentence.tsx'

const same = (rules: RuleSet, direction: 'incoming' | 'outgoing', text: string) =>
  rules[direction].some((rule) => JSON.stringify({ ...rule, order: 0 }) === text)

/** What differs from one version of the rules to a later one. */
export function Difference({
  from,
  to,
  gone,
  fresh,
}: {
  from: RuleSet
  to: RuleSet
  /** What is said of a rule that only the earlier one has. */
  gone: string
  /** And of one that only the later one has. */
  fresh: string
}) {
  const lines = ruleDirections.flatMap((direction) => [
    ...from[direction]
      .filter((rule) => !same(to, direction, JSON.stringify({ ...rule, order: 0 })))
      .map((rule) => ({ direction, rule, sign: '−', says: gone })),
    ...to[direction]
      .filter((rule) => !same(from, direction, JSON.stringify({ ...rule, order: 0 })))
      .map((rule) => ({ direction, rule, sign: '+', says: fresh })),
  ])
  const namedIn = ({ lists = [] }: RuleSet) =>
    lists.map(({ name, countries }) => `${name}: ${countries.join(', ')}`)
  const [before, after] = [namedIn(from), namedIn(to)]
  const changed = [
    ...before
      .filter((one) => !after.includes(one))
      .map((text) => ({ text, sign: '−', says: gone })),
    ...after
      .filter((one) => !before.includes(one))
      .map((text) => ({ text, sign: '+', says: fresh })),
  ]
  if (lines.length + changed.length === 0)
    return <p className="text-muted">The same rules, perhaps in another order.</p>
  return (
    <ul className="flex flex-col gap-1">
      {lines.map(({ direction, rule, sign, says }) => (
        <li key={`${sign} ${rule.id}`} className="flex gap-2">
          <span aria-hidden className="w-3 font-mono">
            {sign}
          </span>
          <span>
            <span className="text-muted">
              {says}, {direction}:
            </span>{' '}
            <Sentence rule={rule} direction={direction} />
          </span>
        </li>
      ))}
      {changed.map(({ text, sign, says }) => (
        <li key={`${sign} ${text}`} className="flex gap-2">
          <span aria-hidden className="w-3 font-mono">
            {sign}
          </span>
          <span>
            <span className="text-muted">{says}, country list:</span> {text}
          </span>
        </li>
      ))}
    </ul>
  )
}
