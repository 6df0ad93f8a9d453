import { randomBytes } from 'node:crypto'
import type { Input } from '@countersign/contracts'
import { CreateIn, simulator as contract, NotifyIn } from '@countersign/contracts/transactions'
import { fail } from '@countersign/kit/errors'
import { create, notify, one } from './creation/index.ts'
import type { TransactionsDeps } from './deps.ts'
import { handlers } from './handlers.ts'
import { perform } from './perform.ts'
import {
  hashAfterMs,
  hashedAddress,
  inventedData,
  reactSoon,
  sandboxAddresses,
  simulatorDoer,
} from './simulator/index.ts'
import { runSteps } from './step/index.ts'
import { type Doer, doerOf } from './transfer/index.ts'

/** @throws 501 where the deployment has none */
function simulatorOf({ simulator }: TransactionsDeps) {
  if (simulator) return simulator
  throw fail('not_configured', 'This deployment has no simulator', { wire: 'SimulatorOffError' })
}

/** The counterparty with which a company tries transfers. */
export const simulator = handlers(contract, {
  get: async ({ tx, deps }) => {
    const { did } = simulatorOf(deps)
    const [company] = await deps.companies(tx, [did])
    if (!company) throw fail('not_found', 'The simulator isn’t in the directory')
    return { company: { did, name: company.name }, addresses: sandboxAddresses }
  },

  send: async ({ deps, caller, actor, at }, { body }) => {
    if (caller.company === undefined) throw new Error('The gate named no company')
    const doer = doerOf(caller, caller.company, actor, at)
    return one(deps, doer.company, await send(deps, doer, body))
  },
})

/** Lets the simulator send a transfer to the company of the caller. @returns its id */
async function send(
  deps: TransactionsDeps,
  doer: Doer,
  { scenario, asset, amount, ...wanted }: Input<typeof contract.send>['body'],
): Promise<string> {
  const { did } = simulatorOf(deps)
  const { company, at } = doer
  const random = randomBytes(12).toString('hex')
  const { network, address } = hashedAddress(asset, `countersign simulator sends ${random}`)
  const destination = scenario === 'UNKNOWN_ADDRESS' ? address : (wanted.destination ?? address)
  const txHash = `0x${random}${randomBytes(20).toString('hex')}`
  const movement = { transactionAsset: asset, network, amount }
  const arrives = NotifyIn.parse({ ...movement, originatorVASPdid: did, txHash, destination })
  if (scenario === 'WITHOUT_DATA') return (await notify(deps, doer, arrives)).body.id
  // The deposit is there before the message about it.
  if (scenario === 'DUPLICATE')
    await notify(deps, doer, NotifyIn.parse({ ...movement, txHash, destination }), true)
  const sender = simulatorDoer(did, at)
  const { body } = await create(
    deps,
    sender,
    CreateIn.parse({
      ...movement,
      originatorVASPdid: did,
      beneficiaryVASPdid: company,
      transactionRef: `${scenario}-${random}`,
      transactionBlockchainInfo: { destination, ...(scenario === 'DUPLICATE' && { txHash }) },
      ivms101: inventedData(destination, scenario),
      autoApprove: false,
    }),
  )
  await perform(deps, sender, { id: body.id, action: 'approve' })
  if (scenario === 'LATE_HASH' || scenario === 'WEBHOOK_STORM') {
    const due = scenario === 'LATE_HASH' ? new Date(at.getTime() + hashAfterMs) : at
    await deps.database.withTenant(did, (tx) =>
      reactSoon(deps, tx, did, { transferId: body.id, version: 2, args: sentBy(did, at) }, at, due),
    )
    await runSteps(deps, body.id, [did, company])
  }
  return body.id
}

/** What the simulator's own step follows. */
const sentBy = (company: string, at: Date) => ({
  action: 'approve' as const,
  side: 'originator' as const,
  by: 'CLIENT' as const,
  company,
  from: 'NEW' as const,
  to: 'SENT' as const,
  reason: null,
  at: at.toISOString(),
})
