import type { CounterpartyPort } from '../counterparty/index.ts'
import { noteViewed } from '../opening/index.ts'
import { reactSoon } from '../simulator/index.ts'
import { arrive } from './arrive.ts'
import { follow } from './follow.ts'

/** Two companies of this installation: what reaches the other is a step of its own, and writes its side. */
export const localCounterparty: CounterpartyPort = {
  leave: (_, step) => step,
  deliver: async (deps, tx, company, step, at) => {
    if (step.kind === 'VIEWED') return noteViewed(tx, company, step.transferId, step.args, at)
    if (step.kind === 'ARRIVE') await arrive(deps, tx, company, step, at)
    else await follow(deps, tx, company, step, at)
    await reactSoon(deps, tx, company, step, at)
  },
}
