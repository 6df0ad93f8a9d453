import { loadavg } from 'node:os'
import type { Rule } from '@countersign/contracts/transactions'
import { evaluateRules } from '@countersign/transactions'
import { quantiles, table } from './figures.ts'

const rules = 200
const conditions = 12
const decisions = 50_000
/** The most that 99 of 100 decisions may take, in microseconds. */
const target = 200

/** Rules of which only the last holds, each failing at its last condition: the most that a decision can take. */
const longest = (): Rule[] =>
  Array.from({ length: rules }, (_, index) => ({
    id: `rul_${index}`,
    order: (index + 1) * 10,
    enabled: true,
    actionRule: 'REJECT',
    ruleCheck: 'CONDITIONS',
    conditions: [
      ...Array.from({ length: conditions - 1 }, () => ({
        check: 'JURISDICTION' as const,
        operator: 'NOT_IN' as const,
        values: ['KP', 'IR', 'MM', 'SY', 'CU', 'YE', 'SS', 'HT'],
      })),
      {
        check: 'TRANSACTION_AMOUNT' as const,
        operator: '>' as const,
        amount: index === rules - 1 ? '10.00' : '1000000.00',
        currency: 'SGD',
      },
    ],
  }))

/**
 * How long a decision takes over 200 rules with 12 conditions each; the target is 200 µs. Every decision counts, by the
 * clock, also one that other work on the machine interrupts: the load stands beside the figures.
 */
export async function run(): Promise<void> {
  const list = longest()
  const facts = {
    JURISDICTION: ['SG'],
    TRANSACTION_AMOUNT: { amount: '812.5000', currency: 'SGD' },
  }
  const at = new Date()
  const decide = () => {
    const began = performance.now()
    const { rule } = evaluateRules(list, facts, at)
    const took = (performance.now() - began) * 1_000
    if (rule?.id !== `rul_${rules - 1}`) throw new Error('The last rule did not decide')
    return took
  }
  for (let n = 0; n < 1_000; n++) decide()
  const before = process.cpuUsage()
  const took = Array.from({ length: decisions }, decide)
  const { user, system } = process.cpuUsage(before)
  const load = loadavg()[0] ?? 0
  console.log(
    `rules: ${decisions} decisions over ${rules} rules with ${conditions} conditions each, at a load of ${load.toFixed(1)}; ${(
      (user + system) / decisions
    ).toFixed(1)} µs of the processor each`,
  )
  const { p50, p99, max } = quantiles(took)
  const over = (100 * took.filter((one) => one > target).length) / decisions
  table([
    ['µs a decision', 'p50', 'p99', 'max', `over ${target}`],
    ['by the clock', ...[p50, p99, max].map((one) => one.toFixed(1)), `${over.toFixed(2)} %`],
  ])
}
