import {
  type CheckKind,
  checkKinds,
  type Rule,
  type RuleFinding,
  type RuleSetBody,
  ruleDirections,
} from '@countersign/contracts/transactions'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import { hasChecked } from './fact.store.ts'

/** Companies that rules name and the directory doesn't know, and checks that nobody has ever sent. */
export async function unheardIn(
  deps: Pick<TransactionsDeps, 'companies'>,
  tx: TransactionsTx,
  company: string,
  body: RuleSetBody,
): Promise<RuleFinding[]> {
  const rules = ruleDirections.flatMap((direction) =>
    body[direction].filter(({ enabled }) => enabled).map((rule) => ({ rule, direction })),
  )
  const known = new Set(
    (await deps.companies(tx, [...new Set(rules.flatMap(({ rule }) => companiesIn(rule)))])).map(
      ({ did }) => did,
    ),
  )
  const silent = await silentAmong(tx, company, rules)
  return rules.flatMap(({ rule, direction }) => {
    const found = (check: NonNullable<RuleFinding['check']>, values: string[]): RuleFinding => ({
      code: 'UNKNOWN_VALUE',
      level: 'WARNING',
      direction,
      ruleId: rule.id,
      others: [],
      check,
      values,
    })
    const strangers = companiesIn(rule).filter((did) => !known.has(did))
    return [
      ...(strangers.length > 0 ? [found('VASP', strangers)] : []),
      ...kindsIn(rule)
        .filter((kind) => silent.has(`${kind} ${rule.source ?? ''}`))
        .map((kind) => found(kind, rule.source === undefined ? [] : [rule.source])),
    ]
  })
}

const companiesIn = ({ conditions }: Rule): string[] =>
  conditions.flatMap((one) => (one.check === 'VASP' ? one.values : []))

const kindsIn = ({ conditions }: Rule): CheckKind[] =>
  checkKinds.filter((kind) => conditions.some(({ check }) => check === kind))

/** The kinds of checks, each with its provider, that rules ask for and that the company has never had. */
async function silentAmong(
  tx: TransactionsTx,
  company: string,
  rules: readonly { readonly rule: Rule }[],
): Promise<ReadonlySet<string>> {
  const asked = new Map(
    rules.flatMap(({ rule }) =>
      kindsIn(rule).map((kind) => [`${kind} ${rule.source ?? ''}`, { kind, source: rule.source }]),
    ),
  )
  const silent = new Set<string>()
  for (const [key, { kind, source }] of asked)
    if (!(await hasChecked(tx, company, kind, source))) silent.add(key)
  return silent
}
