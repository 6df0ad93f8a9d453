import type { DryRun, RuleDirection, RuleIn } from '@countersign/contracts/transactions'
import { Truth } from './truth.tsx'
import { actionWords, conditionWords, counted, ruleName } from './words.ts'

/** The rules that were tried. */
type Tried = readonly Pick<RuleIn, 'id' | 'name' | 'conditions' | 'source' | 'actionRule'>[]
type Differing = DryRun['differing'][number]

/** A rule by its name, where a line begins. */
const Name = ({ tried, id }: { tried: Tried; id: string }) => (
  <span className="inline-block wrap-anywhere first-letter:uppercase">{ruleName(tried, id)}</span>
)

/** How many transfers each rule holds for and decides. */
export function ByRule({ byRule, tried }: { byRule: DryRun['byRule']; tried: Tried }) {
  return (
    <div className="overflow-x-auto">
      <table className="text-left tabular-nums">
        <caption className="sr-only">What each rule decides</caption>
        <thead>
          <tr>
            {['Rule', 'Matches', 'Decides'].map((title) => (
              <th key={title} scope="col" className="py-1 pr-6 font-medium text-muted">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {byRule.map(({ id, hits, firstHits, neverTrue }) => (
            <tr key={id} className="border-t border-line">
              <th scope="row" className="py-1 pr-6 font-medium">
                <Name {...{ tried, id }} />
              </th>
              <td className="py-1 pr-6">
                {neverTrue ? (
                  <span className="text-warning">No transfer</span>
                ) : (
                  counted(hits, 'transfer')
                )}
              </td>
              <td className="py-1 pr-6">
                {firstHits > 0 || neverTrue ? (
                  firstHits
                ) : (
                  <span className="text-warning">None: an earlier rule does</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Why rules would decide otherwise about a transfer: which of them hold, and by which conditions. */
export function Why({
  one,
  direction,
  tried,
}: {
  one: Differing
  direction: RuleDirection
  tried: Tried
}) {
  return (
    <details className="mt-0.5">
      <summary className="cursor-pointer text-muted">Why</summary>
      <ol className="my-1 flex list-none flex-col gap-1 pl-4">
        {one.trace.map(({ ruleId, result, conditions }) => {
          const rule = tried.find(({ id }) => id === ruleId)
          return (
            <li key={ruleId}>
              <Truth value={result} /> <Name tried={tried} id={ruleId} />
              {result !== 'FALSE' && rule && `: ${actionWords[direction][rule.actionRule]}`}
              <ul className="pl-5 text-muted">
                {rule?.conditions?.map((condition, index) => (
                  <li key={JSON.stringify(condition)} className="wrap-anywhere">
                    <Truth value={conditions[index] ?? 'UNKNOWN'} />{' '}
                    {conditionWords(condition, rule.source)}
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
        {one.cause === 'NO_RULE' && <li>No rule matches: a person decides.</li>}
        {one.cause === 'UNKNOWN' && <li>A fact isn’t known: a person decides.</li>}
      </ol>
    </details>
  )
}
