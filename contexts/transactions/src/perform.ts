import { setTimeout as pause } from 'node:timers/promises'
import type { Transaction } from '@countersign/contracts/transactions'
import { fail } from '@countersign/kit/errors'
import type { TransactionsDeps } from './deps.ts'
import { runLeft, runSteps } from './step/index.ts'
import {
  act,
  type Doer,
  describe,
  findSide,
  leftSteps,
  noSuchTransfer,
  type Wanted,
} from './transfer/index.ts'

/** Acts are the same few statements all day. */
const hot = { keepPlans: true } as const

/** How often an act waits for the company's side to follow the transfer: some two seconds in all. */
const maxTries = 7

/**
 * Does something to a transfer, or several things at once, lets what follows of it run, and answers how it stands then.
 * @throws as `act`; 503 where the company's side can't follow the transfer
 */
export async function perform(
  deps: TransactionsDeps,
  doer: Doer,
  wanted: Wanted,
  ...more: readonly Wanted[]
): Promise<Transaction> {
  const { company } = doer
  const { id } = wanted
  const attempt = () =>
    deps.database.withTenant(
      company,
      async (tx) => {
        const done = await act(deps, tx, doer, wanted)
        if (!done.behind) for (const next of more) await act(deps, tx, doer, next)
        return { ...done, left: leftSteps(tx) }
      },
      hot,
    )
  let done = await attempt()
  for (let tries = 0; done.behind && tries < maxTries; tries++) {
    const ran = await runSteps(deps, id, [company])
    // Somebody else runs it just now.
    if (ran === 0) await pause(15 * 2 ** tries)
    done = await attempt()
  }
  if (done.behind)
    throw fail('unavailable', 'The transfer is being updated. Try again in a moment.', {
      retryAfter: 2,
    })
  if (done.refusal) throw done.refusal
  await runLeft(deps, id, done.left)
  return deps.database.withTenant(
    company,
    async (tx) => {
      const side = await findSide(tx, company, id)
      const [transaction] = side ? await describe(deps, tx, company, [side]) : []
      if (!transaction) throw noSuchTransfer()
      return transaction
    },
    hot,
  )
}
