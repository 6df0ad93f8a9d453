import type { NotifyIn, Price } from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import { emit } from '@countersign/kit/outbox'
import { leftFor } from '../counterparty/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import { decideSoon } from '../rule/index.ts'
import { ensureKey, networkKey } from '../sealing/index.ts'
import { isSimulators } from '../simulator/index.ts'
import { runLeft } from '../step/index.ts'
import type { TransactionsTx } from '../tables.ts'
import {
  countryOf,
  localAmounts,
  priceOf,
  storedThreshold,
  transferType,
} from '../threshold/index.ts'
import {
  addActs,
  addSteps,
  addTransfer,
  countDeposits,
  customerKeyOf,
  type Doer,
  type Followed,
  findByCoins,
  leftSteps,
  lockHash,
  newTransferId,
  noteHash,
  openSide,
  priceSoon,
} from '../transfer/index.ts'
import { type Created, one } from './create.ts'
import { currencyOf, type Surroundings, surroundingsOf } from './judge.ts'
import { type Movement, readMovement } from './movement.ts'

/** So many open deposits may name the same company. */
const maxOpen = 50

/**
 * Reports a deposit that came without a message: the transfer about it where there is one, else a new one, whose
 * data the company that seems to have sent it is asked for.
 * @throws 400 unknown asset, 404 unknown company, 422, 429 where too many open ones name that company
 */
export async function notify(
  deps: TransactionsDeps,
  doer: Doer,
  body: NotifyIn,
  simulated = isSimulators(deps, body.originatorVASPdid),
): Promise<Created> {
  const { company, at } = doer
  const { originatorVASPdid: sender = null, beneficiaryVASPdid: receiver = company } = body
  if (receiver !== company)
    throw invalid(['body', 'beneficiaryVASPdid'], 'This must be the company that you act for')
  if (sender === company)
    throw invalid(['body', 'originatorVASPdid'], 'This must be another company')
  const { destination, destinationTag, origin, decimals } = body
  const movement = readMovement(
    {
      ...body,
      transactionAssetDecimals: decimals,
      transactionBlockchainInfo: { destination, destinationTag, origin },
    },
    await networkKey(deps),
  )
  const known = await deps.database.withTenant(company, (tx) =>
    surroundingsOf(deps, tx, company, sender ?? undefined, {
      addressKey: movement.addressKey,
      at,
    }),
  )
  if (!known.originator || (sender !== null && !known.beneficiary))
    throw fail('not_found', 'No such company in the directory', {
      wire: 'TrustFrameworkVASPNotFoundError',
    })
  const between = { receiver: known.originator, sender: known.beneficiary, rules: known.rules }
  const price = await priceOf(deps, {
    caip19: movement.asset.caip19,
    currencies: [between.receiver, between.sender].map((of) => currencyOf(between.rules, of)),
    at,
  })
  const id = newTransferId(at)
  const stored = await deps.database.withTenant(company, async (tx) => {
    await lockHash(tx, body.txHash)
    const coins = {
      hash: body.txHash,
      asset_id: movement.asset.caip19,
      address_key: movement.addressKey,
      vout: body.vout ?? null,
      amount: movement.amount.toString(),
    }
    const [first] = (await findByCoins(tx, company, coins)).filter(isOpenTo(company))
    if (first) return { known: first.id }
    await ensureKey(tx, company, deps.vault, at)
    await store(deps, tx, doer, { id, body, movement, between, price, simulated })
    return { left: leftSteps(tx) }
  })
  if (stored.known !== undefined)
    return { status: 200, body: await one(deps, company, stored.known) }
  await runLeft(deps, id, stored.left)
  return { status: 201, body: await one(deps, company, id) }
}

/** Whether a transfer still speaks for the coins that reached a company. */
const isOpenTo =
  (company: string) =>
  ({ status, beneficiary_did }: { status: string; beneficiary_did: string | null }): boolean =>
    beneficiary_did === company && status !== 'CANCELLED'

type Deposit = {
  readonly id: string
  readonly body: NotifyIn
  readonly movement: Movement
  readonly between: {
    readonly receiver: Surroundings['originator']
    readonly sender: Surroundings['beneficiary']
    readonly rules: Surroundings['rules']
  }
  readonly price: Price | null
  readonly simulated: boolean
}

async function store(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  doer: Doer,
  { id, body, movement, between, price, simulated }: Deposit,
): Promise<void> {
  const { company, at } = doer
  const { receiver, sender, rules } = between
  const originator = sender?.did ?? null
  if (originator !== null && (await countDeposits(tx, company, originator, maxOpen)) >= maxOpen)
    throw fail('too_many_requests', `${maxOpen} deposits already wait for data of this company`, {
      wire: 'TooManyRequestsError',
    })
  const { asset } = movement
  const judgement = transferType({
    originatorCountry: sender ? countryOf(sender) : null,
    beneficiary: { country: countryOf(receiver) },
    isSelfHosted: false,
    followsCounterparty: true,
    amounts: price && localAmounts(movement.amount, asset.decimals, price),
    rules,
  })
  const transfer = await addTransfer(tx, {
    id,
    originator_did: originator,
    beneficiary_did: company,
    by_beneficiary: true,
    status: 'INCOMPLETE',
    type: judgement.type,
    asset_id: asset.caip19,
    asset_symbol: asset.symbol,
    decimals: asset.decimals,
    amount: movement.amount.toString(),
    price: price && JSON.stringify(price),
    threshold: JSON.stringify(storedThreshold(judgement)),
    destination: movement.destination,
    destination_tag: movement.destinationTag,
    address_key: movement.addressKey,
    vout: body.vout ?? null,
    origin: movement.origin,
    origin_tx_hash: body.txHash,
    simulated,
    created_at: at,
    updated_at: at,
  })
  const currency = currencyOf(rules, receiver)
  const own = {
    tx_hash: body.txHash,
    hash_state: 'SET',
    ...(body.customerRef !== undefined && {
      customer_key: await customerKeyOf(tx, company, body.customerRef),
    }),
  }
  await openSide(tx, company, transfer, { role: 'B', currency, at, own })
  await noteHash(tx, company, body.txHash, id)
  const did: Followed = {
    action: 'notify',
    side: 'beneficiary',
    by: doer.by,
    company,
    from: null,
    to: 'INCOMPLETE',
    reason: null,
    at: at.toISOString(),
  }
  await addActs(tx, company, id, [{ ...did, at, did: doer.did, version: 1 }])
  await decideSoon(tx, company, { transferId: id, version: 1, args: did }, at)
  if (!price) await priceSoon(tx, company, { transferId: id, version: 1, args: did }, at)
  if (originator !== null)
    await addSteps(
      tx,
      id,
      at,
      leftFor(deps, company, [
        { company: originator, kind: 'ARRIVE', version: 1, no: 1, due: at, args: did },
      ]),
    )
  emit(tx, {
    type: 'notification.transactionCreated',
    company,
    at,
    payload: {
      transactionId: id,
      version: 1,
      at: at.toISOString(),
      direction: 'incoming',
      transactionType: judgement.type,
      status: 'INCOMPLETE',
      asset: asset.caip19,
      transactionAmount: movement.amount.toString(),
    },
  })
  await audit(tx, doer.actor, at, { company, action: 'transaction.notify', object: id })
}
