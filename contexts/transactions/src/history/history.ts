import type { CreateIn, Price } from '@countersign/contracts/transactions'
import { assess, currencyOf, type Movement, quote, readMovement } from '../creation/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import { foldCounters } from '../list/index.ts'
import { noteUnreachable } from '../reach/index.ts'
import { marksOf, nameToken, networkKey, sealedRows } from '../sealing/index.ts'
import { storedThreshold } from '../threshold/index.ts'
import {
  actRow,
  addressRows,
  cellNo,
  counterpartyNo,
  deltaRow,
  invalidTransfer,
  newTransferId,
  noteOutcomes,
  type SideFacts,
  sideRow,
} from '../transfer/index.ts'
import { addRows, findUsedRefs, noRows, type Rows } from './history.store.ts'
import { type Known, knownOf } from './known.ts'
import { type PastAct, type Walk, walk } from './walk.rules.ts'

/** A transfer of the past, and what its companies did with it. */
export type PastTransfer = {
  readonly at: Date
  /** The person who created it. */
  readonly by: string
  readonly body: CreateIn & { readonly transactionRef: string }
  readonly acts: readonly PastAct[]
}

/** What one company adds. */
type Page = {
  readonly rows: Rows
  readonly sides: {
    readonly facts: SideFacts
    readonly role: 'O' | 'B' | 'I'
    readonly currency: string
    readonly end: Walk
    readonly at: Date
    readonly own: Partial<Rows['transactions.side'][number]>
  }[]
  readonly charged: { readonly transferId: string; readonly asset: string; readonly at: Date }[]
}

/**
 * Adds transfers of the past that are not there yet, hundreds of rows in a statement: judged, sealed and taken through
 * their acts by the same rules as everybody's, but without webhooks, mails and audit rows, as nothing happens now.
 * @returns how many
 */
export async function addHistory(
  deps: TransactionsDeps,
  transfers: readonly PastTransfer[],
  now: Date,
): Promise<number> {
  const missing = await notThere(deps, transfers)
  if (missing.length === 0) return 0
  const known = await knownOf(deps, missing, now)
  const pepper = await networkKey(deps)
  const pages = new Map<string, Page>()
  const pageOf = (company: string): Page => {
    const page = pages.get(company) ?? { rows: noRows(), sides: [], charged: [] }
    pages.set(company, page)
    return page
  }
  const prices = new Map<string, Promise<Price | null>>()
  for (const past of missing) {
    const { body } = past
    const movement = readMovement(body, pepper)
    const between = known.between(body)
    const asked = `${movement.asset.caip19} ${body.originatorVASPdid} ${body.beneficiaryVASPdid}`
    const price = prices.get(asked) ?? quote(deps, movement, between, undefined, now)
    prices.set(asked, price)
    addOne(pageOf, known, past, movement, await price)
  }
  for (const [company, page] of pages) await addPage(deps, company, page)
  return missing.length
}

/** Those whose reference their company has not used yet. */
async function notThere(
  { database }: TransactionsDeps,
  transfers: readonly PastTransfer[],
): Promise<PastTransfer[]> {
  const missing: PastTransfer[] = []
  const of = Map.groupBy(transfers, ({ body }) => body.originatorVASPdid)
  for (const [company, some] of of) {
    const refs = some.map(({ body }) => body.transactionRef)
    const used = await database.withTenant(company, (tx) => findUsedRefs(tx, company, refs))
    missing.push(...some.filter(({ body }) => !used.has(body.transactionRef)))
  }
  return missing
}

function addOne(
  pageOf: (company: string) => Page,
  known: Known,
  { at, by, body, acts }: PastTransfer,
  movement: Movement,
  price: Price | null,
): void {
  const between = known.between(body)
  const { originatorVASPdid: originator, beneficiaryVASPdid: beneficiary = null } = body
  const judged = assess(originator, body, movement, between, price, at)
  if (judged.outcome.result !== 'MOVE') throw invalidTransfer(judged.faults)
  const { type } = judged.judgement
  const { next: status } = judged.outcome
  const counterparty = between.beneficiary
  const begun = { status, type, originator, beneficiary, by, at, counterparty }
  const end = walk(begun, acts)
  const id = newTransferId(at)
  const { asset, amount } = movement
  const facts: SideFacts = {
    id,
    originator_did: originator,
    beneficiary_did: beneficiary,
    by_beneficiary: false,
    status: end.status,
    version: end.version,
    type,
    asset_id: asset.caip19,
    amount: amount.toString(),
    decimals: asset.decimals,
    price,
    simulated: false,
    reason_code: end.reason?.code ?? null,
    origin_tx_hash: null,
  }
  const own = pageOf(originator)
  own.rows['transactions.transfer'].push({
    ...facts,
    price: price && JSON.stringify(price),
    threshold: JSON.stringify(storedThreshold(judged.judgement)),
    asset_symbol: asset.symbol,
    destination: movement.destination,
    destination_tag: movement.destinationTag,
    address_key: movement.addressKey,
    origin: movement.origin,
    skip: body.skipBeneficiaryDataValidation ?? false,
    self_hosted: body.isNonCustodial ?? false,
    own_account: body.onBehalfOfMyself ?? false,
    reason_by: end.reason?.by ?? null,
    sent_at: end.sentAt,
    acked_at: end.ackedAt,
    decided_at: end.decidedAt,
    created_at: at,
    updated_at: end.updatedAt,
  })
  const isCharged = end.sentAt !== null && type === 'TRAVELRULE'
  const ref = { transaction_ref: body.transactionRef, charged: isCharged ? 1 : 0 }
  const role = beneficiary === originator ? 'I' : 'O'
  const { currency, personal } = judged
  const release = { released_at: end.releasedAt }
  own.sides.push({ facts, role, currency, end, at, own: { ...ref, ...release } })
  if (isCharged && end.sentAt)
    own.charged.push({ transferId: id, asset: asset.symbol, at: end.sentAt })
  const readers = [originator]
  addTimeline(own.rows, originator, id, end.acts)
  const isSeen = end.sentAt !== null && beneficiary !== null && role === 'O'
  if (isSeen) {
    const page = pageOf(beneficiary)
    const theirs = currencyOf(between.rules, between.beneficiary)
    page.sides.push({ facts, role: 'B', currency: theirs, end, at: end.sentAt ?? at, own: {} })
    addTimeline(page.rows, beneficiary, id, end.acts.slice(1))
    if (end.releasedAt) readers.push(beneficiary)
  }
  const holders = readers.map((did) => ({ did, key: known.keyOf(did) }))
  for (const { part, keys } of sealedRows(id, personal.parts, originator, holders, at)) {
    own.rows['transactions.part'].push(part)
    own.rows['transactions.sealed_key'].push(...keys)
  }
  const names = [...new Set(personal.parts.flatMap(marksOf))]
  const addresses = { id, destination: movement.destination, origin: movement.origin }
  for (const reader of isSeen ? [originator, beneficiary] : [originator])
    pageOf(reader).rows['transactions.lookup'].push(...addressRows(reader, addresses))
  for (const reader of readers) addNames(pageOf(reader).rows, known, reader, id, names)
}

/** A company's timeline names its own people alone. */
function addTimeline(rows: Rows, company: string, id: string, acts: Walk['acts']): void {
  rows['transactions.act'].push(
    ...acts.map((act, index) =>
      actRow(company, id, index + 1, act.company === company ? act : { ...act, did: null }),
    ),
  )
}

function addNames(
  rows: Rows,
  known: Known,
  company: string,
  id: string,
  names: readonly string[],
): void {
  const { no, key } = known.blindKeyOf(company)
  rows['transactions.lookup'].push(
    ...names.map((name) => ({
      vasp_did: company,
      kind: 'NAME',
      key: Buffer.from(nameToken(key, name)),
      transfer_id: id,
      key_no: no,
    })),
  )
}

/** What is numbered is numbered once for all transfers of a company. */
async function addPage(deps: TransactionsDeps, company: string, page: Page): Promise<void> {
  await deps.database.withTenant(company, async (tx) => {
    const numbers = new Map<string, Promise<number>>()
    const numbered = (name: string, find: () => Promise<number>) => {
      const no = numbers.get(name) ?? find()
      numbers.set(name, no)
      return no
    }
    const { rows } = page
    for (const { facts, role, currency, end, at, own } of page.sides) {
      const state = { role, currency, at, heldBy: role === 'B' ? null : end.heldBy, own }
      const side = await sideRow(company, facts, state, {
        cell: (cell) => numbered(JSON.stringify(cell), () => cellNo(tx, company, cell)),
        counterparty: (did) => numbered(did, () => counterpartyNo(tx, company, did)),
      })
      rows['transactions.side'].push({ ...side, updated_at: end.updatedAt })
      rows['transactions.cell_delta'].push(
        deltaRow(company, {
          from: null,
          to: side.cell,
          at,
          counterparty: side.counterparty_did,
          value: side.value,
        }),
      )
    }
    await addRows(tx, rows)
    for (const { facts, role, end } of page.sides)
      if (role !== 'B' && end.heldBy === 'NO_CONTACT' && facts.beneficiary_did !== null)
        await noteUnreachable(
          tx,
          { did: facts.beneficiary_did, name: facts.beneficiary_did },
          end.updatedAt,
        )
    const ids = page.sides.map(({ facts }) => facts.id)
    await noteOutcomes(tx, company, ids)
    for (const one of page.charged)
      await deps.meter(tx, { did: company, counterparty: null, ...one })
    await foldCounters(tx, company)
  })
}
