import type { Rule } from '@countersign/contracts/transactions'
import { evaluate, type RuleFacts } from './evaluate.rules.ts'

/** How often a rule would have decided, and earlier ones that say otherwise did. */
export type Shadow = {
  readonly ruleId: string
  /** Transfers that meet the rule, and have reached it or an earlier one. */
  readonly met: number
  /** Those that earlier rules decide. */
  readonly taken: number
  /** These rules. */
  readonly by: readonly string[]
}

/** Counts, transfer by transfer, which rules earlier ones keep from deciding. */
export function shadowCounter(all: readonly Rule[], at: Date) {
  const counts = new Map<string, { met: number; taken: number; by: Set<string> }>()
  const count = (rule: Rule, decider: Rule) => {
    const own = counts.get(rule.id) ?? { met: 0, taken: 0, by: new Set() }
    counts.set(rule.id, own)
    own.met++
    if (rule === decider || rule.actionRule === decider.actionRule) return
    own.taken++
    own.by.add(decider.id)
  }
  return {
    add(facts: RuleFacts): void {
      const { cause, rule: decider } = evaluate(all, facts, at)
      if (cause !== 'RULE' || !decider) return
      for (const rule of all.slice(all.indexOf(decider)))
        if (evaluate([rule], facts, at).cause === 'RULE') count(rule, decider)
    },
    /** The rules from which something was taken; one for all that is left is meant to get the rest. */
    shadows: (): Shadow[] =>
      all.flatMap(({ id, conditions }) => {
        const found = counts.get(id)
        if (!found?.taken || conditions.every(({ check }) => check === 'ALL')) return []
        return [{ ruleId: id, met: found.met, taken: found.taken, by: [...found.by] }]
      }),
  }
}
