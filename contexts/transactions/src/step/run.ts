import type { TransactionsDeps } from '../deps.ts'
import { decideByRules } from '../rule/index.ts'
import { react } from '../simulator/index.ts'
import { type LeftStep, leftSteps, postponeStep, takeStep } from '../transfer/index.ts'
import { redirectForNetwork, seekContact } from './contact.ts'
import { endAsking, wake } from './follow.ts'
import { expire, revoke } from './late.ts'
import { priceLater } from './price.ts'
import { release } from './release.ts'
import { remind } from './remind.ts'

/** At most so many steps run within the request that caused them. */
const maxSteps = 8

/**
 * Runs what an act on a transfer has left, and what that leaves in turn: at once, so that both companies see it.
 * What can't run now waits for the sweep; the act stays done.
 */
export async function runLeft(
  deps: TransactionsDeps,
  transferId: string,
  left: readonly LeftStep[],
): Promise<void> {
  let open = left
  for (let done = 0; done < maxSteps; done++) {
    const company = open[0]?.company
    if (company === undefined) return
    const ran = await runOne(deps, company, transferId)
    // Another process holds its first step, or that one failed: the others come after it.
    open = ran
      ? [...open.filter(({ id }) => id !== ran.id), ...ran.left]
      : open.filter((one) => one.company !== company)
  }
}

/**
 * Runs all due steps of a transfer, for each of these companies in the order of their versions: for the sweep, and
 * where nobody knows what is left. A step that fails waits.
 * @param companies those that may have steps
 */
export async function runSteps(
  deps: TransactionsDeps,
  transferId: string,
  companies: readonly (string | null)[],
): Promise<number> {
  const open = [...new Set(companies.filter((one) => one !== null))]
  let done = 0
  // One step may leave another for a company that had none: go round until nobody has any.
  for (let moved = true; moved && done < maxSteps; ) {
    moved = false
    for (const company of open) {
      if (done >= maxSteps) break
      const ran = (await runOne(deps, company, transferId)) !== undefined
      moved ||= ran
      done += ran ? 1 : 0
    }
  }
  return done
}

/** Runs a company's next due step. @returns its id and what it has left; undefined where none ran */
async function runOne(
  deps: TransactionsDeps,
  company: string,
  transferId: string,
): Promise<{ readonly id: string; readonly left: readonly LeftStep[] } | undefined> {
  const at = new Date(deps.clock())
  try {
    return await deps.database.withTenant(
      company,
      async (tx) => {
        const step = await takeStep(tx, company, transferId, at)
        if (!step) return undefined
        switch (step.kind) {
          case 'ARRIVE':
          case 'FOLLOW':
          case 'VIEWED':
            await deps.counterparty.deliver(deps, tx, company, step, at)
            break
          case 'DECIDE':
            await decideByRules(deps, tx, company, step, at)
            break
          case 'RELEASE':
            await release(deps, tx, company, step, at)
            break
          case 'REQUEST_DUE':
            await endAsking(tx, company, transferId, at)
            break
          case 'NO_RESPONSE':
            await expire(deps, tx, company, step, at)
            break
          case 'REVOKE':
            await revoke(tx, company, step, at)
            break
          case 'WAKE':
            await wake(tx, company, transferId, at)
            break
          case 'CONTACT':
            await seekContact(deps, tx, company, step, at)
            break
          case 'NETWORK':
            await redirectForNetwork(deps, tx, company, step, at)
            break
          case 'PRICE':
            await priceLater(deps, tx, company, step, at)
            break
          case 'REMIND':
            await remind(deps, tx, company, step, at)
            break
          case 'SIMULATE':
            await react(deps, tx, company, step, at)
        }
        return { id: step.id, left: leftSteps(tx) }
      },
      { keepPlans: true },
    )
  } catch (error) {
    deps.log.warn({ event: 'transfer_step_failed', transferId, err: error })
    await deps.database.withTenant(company, (tx) => postponeStep(tx, company, transferId, at))
    return undefined
  }
}
