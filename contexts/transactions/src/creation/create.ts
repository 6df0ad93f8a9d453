import { createHmac } from 'node:crypto'
import type { CreateIn, Transaction } from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { asFailure, fail, invalid } from '@countersign/kit/errors'
import { emit } from '@countersign/kit/outbox'
import { findCustomerKey } from '../customer/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import { decideSoon } from '../rule/index.ts'
import { indexNames, marksOf, networkKey, sealParts } from '../sealing/index.ts'
import { isSimulators } from '../simulator/index.ts'
import { runLeft } from '../step/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { storedThreshold } from '../threshold/index.ts'
import {
  addActs,
  addComment,
  addTransfer,
  type Doer,
  describe,
  findByRef,
  findSide,
  invalidTransfer,
  type LeftStep,
  leftSteps,
  newTransferId,
  noteHash,
  openSide,
  priceSoon,
  processIfDue,
  refConflict,
  sealContact,
} from '../transfer/index.ts'
import { assess } from './assess.ts'
import { isOpen, ownerOf, withOwner } from './counterparty.ts'
import { quote, type Surroundings, surroundingsOf } from './judge.ts'
import { type Movement, readMovement, readTime } from './movement.ts'

export type Created = { readonly status: 200 | 201; readonly body: Transaction }

/** Transfers are created by the same few statements all day. */
const hot = { keepPlans: true } as const

/**
 * Creates a transfer as its originator's company states it; where it states no counterparty, for the company whose
 * address it is. The same reference with the same content is the same transfer: 200, and nothing changes.
 * @throws 400 unknown asset, 404 unknown counterparty, 409 the reference is taken, 422 with every fault, 501
 */
export async function create(
  deps: TransactionsDeps,
  doer: Doer,
  stated: CreateIn,
): Promise<Created> {
  const { company, at } = doer
  if (stated.encrypted !== undefined || stated.ivms101Encrypted !== undefined)
    throw fail('not_configured', 'Encrypted payloads aren’t supported: send IVMS101 as it is', {
      wire: 'EncryptedDataNotSupportedError',
    })
  if (stated.originatorVASPdid !== company)
    throw invalid(['body', 'originatorVASPdid'], 'This must be the company that you act for')
  const pepper = await networkKey(deps)
  const movement = readMovement(stated, pepper)
  readTime(stated.blockchainTransactionTimestamp, at)
  const content = createHmac('sha256', pepper)
    .update(`${company} ${JSON.stringify(stated)}`)
    .digest()
  const body = isOpen(stated)
    ? await withOwner(deps, company, stated, await ownerOf(deps, company, movement, pepper, at))
    : stated
  const repeated = await deps.database.withTenant(
    company,
    (tx) => find(deps, tx, doer, body, movement, content),
    hot,
  )
  if ('status' in repeated) return repeated
  const price = await quote(deps, movement, repeated, body.customAssetPrice, at)
  const id = newTransferId(at)
  const again = (tx: TransactionsTx) =>
    findRepeated(deps, tx, company, body.transactionRef, content)
  const created = await deps.database
    .withTenant(
      company,
      async (tx): Promise<Created | { readonly left: readonly LeftStep[] }> => {
        await store(deps, tx, doer, { id, body, movement, surroundings: repeated, price, content })
        const left = leftSteps(tx)
        return left.length > 0
          ? { left }
          : { status: 201, body: await shown(deps, tx, company, id) }
      },
      hot,
    )
    .catch(async (error) => {
      // Of two that come at once with one reference, the second waits for the first and finds its transfer.
      const first =
        asFailure(error).code === 'conflict'
          ? await deps.database.withTenant(company, again, hot)
          : undefined
      if (!first) throw error
      return first
    })
  if (!('left' in created)) return created
  await runLeft(deps, id, created.left)
  return { status: 201, body: await one(deps, company, id) }
}

/** A company's transfer as it sees it now. */
export async function one(
  deps: TransactionsDeps,
  company: string,
  id: string,
): Promise<Transaction> {
  return deps.database.withTenant(company, (tx) => shown(deps, tx, company, id), hot)
}

async function shown(deps: TransactionsDeps, tx: TransactionsTx, company: string, id: string) {
  const side = await findSide(tx, company, id)
  const [transaction] = side ? await describe(deps, tx, company, [side]) : []
  if (!transaction) throw new Error('A transfer without a side')
  return transaction
}

async function findRepeated(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  ref: string | undefined,
  content: Buffer,
): Promise<Created | undefined> {
  const known = ref === undefined ? undefined : await findByRef(tx, company, ref)
  if (!known) return undefined
  if (!known.content_hmac?.equals(content)) throw refConflict(known.transfer_id)
  return { status: 200, body: await shown(deps, tx, company, known.transfer_id) }
}

/** The transfer where it was created before, otherwise all that it will be judged by. */
async function find(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  { company, at }: Doer,
  body: CreateIn,
  movement: Movement,
  content: Buffer,
): Promise<Created | Surroundings> {
  const repeated = await findRepeated(deps, tx, company, body.transactionRef, content)
  if (repeated) return repeated
  const { originator, beneficiary, rules, isProved } = await surroundingsOf(
    deps,
    tx,
    company,
    body.beneficiaryVASPdid,
    { addressKey: movement.addressKey, at },
  )
  if (!originator || (body.beneficiaryVASPdid !== undefined && !beneficiary))
    throw fail('not_found', 'No such company in the directory', {
      wire: 'TrustFrameworkVASPNotFoundError',
    })
  return { originator, beneficiary, rules, isProved }
}

type New = {
  readonly id: string
  readonly body: CreateIn
  readonly movement: Movement
  readonly surroundings: Surroundings
  readonly price: Transaction['price']
  readonly content: Buffer
}

async function store(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  doer: Doer,
  { id, body, movement, surroundings, price, content }: New,
): Promise<void> {
  const { company, at } = doer
  const { personal, judgement, currency, internal, faults, outcome } = assess(
    company,
    body,
    movement,
    surroundings,
    price,
    at,
  )
  if (outcome.result !== 'MOVE') throw invalidTransfer(faults)
  const status = outcome.next
  const { asset } = movement
  const { txHash, vout } = body.transactionBlockchainInfo
  const transfer = await addTransfer(tx, {
    id,
    originator_did: company,
    beneficiary_did: body.beneficiaryVASPdid ?? null,
    status,
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
    vout: vout ?? null,
    origin: movement.origin,
    origin_tx_hash: txHash ?? null,
    blockchain_time: body.blockchainTransactionTimestamp ?? null,
    skip: body.skipBeneficiaryDataValidation ?? false,
    behaviour: body.travelRuleBehavior ?? true,
    self_hosted: body.isNonCustodial ?? false,
    simulated: [company, body.beneficiaryVASPdid].some((did) => isSimulators(deps, did)),
    own_account: body.onBehalfOfMyself ?? false,
    beneficiary_name: body.beneficiaryVASPname ?? null,
    replaces: body.replaces ?? null,
    created_at: at,
    updated_at: at,
  })
  if (txHash) await noteHash(tx, company, txHash, id)
  await sealParts(tx, deps.vault, company, id, personal.parts, at)
  await indexNames(tx, company, deps.vault, id, personal.parts.flatMap(marksOf), at)
  const made = {
    side: 'originator' as const,
    action: 'create' as const,
    by: doer.by,
    company,
    from: null,
    to: status,
    reason: null,
  }
  const args = { ...made, at: at.toISOString() }
  // Without rules the coins wait for somebody with the right to approve; with rules, for what they decide.
  const isJudged = await decideSoon(tx, company, { transferId: id, version: 1, args }, at)
  const heldBy = isJudged ? 'UNKNOWN' : 'NO_RULE'
  if (!price) await priceSoon(tx, company, { transferId: id, version: 1, args }, at)
  const own = await openSide(tx, company, transfer, {
    role: internal ? 'I' : 'O',
    currency,
    at,
    heldBy,
    own: {
      transaction_ref: body.transactionRef ?? null,
      content_hmac: content,
      tags: body.tags ?? [],
      by_hand: body.autoApprove === false,
      contact_sealed:
        body.notificationEmail === undefined
          ? null
          : sealContact(deps, company, id, body.notificationEmail),
      customer_key:
        body.originatorRef === undefined
          ? null
          : await findCustomerKey(tx, company, body.originatorRef),
      tx_hash: txHash ?? null,
      hash_state: txHash ? 'SET' : 'NONE',
    },
  })
  if (body.riskReason) {
    const taken = {
      text: body.riskReason.comment,
      audience: 'OWN',
      by: doer.did,
      action: null,
    } as const
    await addComment(tx, deps.vault, company, id, taken, at, null)
  }
  await addActs(tx, company, id, [{ ...made, at, did: doer.did, version: 1 }])
  emit(tx, {
    type: 'notification.transactionCreated',
    company,
    at,
    payload: {
      transactionId: id,
      version: 1,
      at: at.toISOString(),
      heldBy,
      direction: internal ? 'internal' : 'outgoing',
      transactionType: judgement.type,
      status,
      asset: asset.caip19,
      transactionAmount: movement.amount.toString(),
      ...(body.transactionRef && { transactionRef: body.transactionRef }),
    },
  })
  await processIfDue(deps, tx, company, own, transfer, { before: null, at })
  await audit(tx, doer.actor, at, {
    company,
    action: 'transaction.create',
    object: id,
    detail: { status, type: judgement.type },
  })
}
