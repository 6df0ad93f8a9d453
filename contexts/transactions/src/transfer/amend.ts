import type { CreateIn } from '@countersign/contracts/transactions'
import { type Issue, invalid } from '@countersign/kit/errors'
import type { Facts } from '../act/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import {
  indexNames,
  marksOf,
  namesOf,
  openParts,
  type PlainPart,
  readPersonalData,
  sealParts,
} from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import {
  completeness,
  countryOf,
  demandsOf,
  type Judgement,
  localAmounts,
  missingIssue,
  missingOf,
  type Parties,
  transferType,
} from '../threshold/index.ts'
import { invalidTransfer } from './errors.ts'
import type { Transfer } from './transfer.store.ts'

/** Personal data that is to replace what a transfer has, in whichever shape. */
export type PersonalDataGiven = Pick<CreateIn, 'ivms101' | 'originator' | 'beneficiary'>

/** What an amendment would make of the personal data. */
export type Amendment = {
  /** The parts that it replaces, whole. */
  readonly parts: readonly PlainPart[]
  /** Somebody has another name than before. */
  readonly renamed: boolean
  readonly complete: Facts['complete']
  /** What would still be missing. */
  readonly absent: readonly Issue[]
}

/**
 * Reads an amendment in the originator's company. What it doesn't mention of the two halves stays as it is.
 * @throws 422 with pointers
 */
export async function readAmendment(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  transfer: Transfer,
  given: PersonalDataGiven,
  at: Date,
): Promise<Amendment> {
  const hasOrigin = transfer.origin !== null
  const reading = readPersonalData(given, hasOrigin, at)
  if (reading.issues.length > 0) throw invalidTransfer(reading.issues)
  if (reading.parts.length === 0) throw invalid(['body', 'ivms101'], 'Give the data')
  const held = await openParts(tx, deps.vault, company, transfer.id)
  const before = held.filter(({ owner, part }) => owner === company && part !== 'COMMENTS')
  const trees = [...before, ...reading.parts].map(({ tree }) => tree)
  const payloadMetadata = { payloadVersion: '101.2023' }
  const whole = readPersonalData(
    { ivms101: Object.assign({}, ...trees, { payloadMetadata }) },
    hasOrigin,
    at,
  )
  const missing = await missingIn(deps, tx, transfer, whole.parties)
  const replaced = new Set(reading.parts.map(({ part }) => part))
  const parts = whole.parts.filter(({ part }) => replaced.has(part))
  const names = (of: readonly Pick<PlainPart, 'part' | 'tree'>[]) =>
    JSON.stringify(
      of
        .filter(({ part }) => replaced.has(part))
        .flatMap(namesOf)
        .sort(),
    )
  return {
    parts,
    renamed: names(before) !== names(parts),
    complete: completeness(missing),
    absent: missing.map(missingIssue),
  }
}

/** What the rules of both companies ask for and the data doesn't have. */
async function missingIn(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  transfer: Transfer,
  parties: Parties,
) {
  const judgement = await judgeAgain(deps, tx, transfer)
  return missingOf(demandsOf(judgement, { onBehalfOfMyself: transfer.own_account }), parties)
    .missing
}

/** Which rules apply to a transfer as it stands, with the companies it has now. */
export async function judgeAgain(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  transfer: Transfer,
): Promise<Judgement> {
  const { originator_did: sender, beneficiary_did: receiver } = transfer
  const dids = [sender, receiver].filter((did) => did !== null)
  const known = await deps.companies(tx, dids)
  const originator = known.find(({ did }) => did === sender)
  const beneficiary = known.find(({ did }) => did === receiver)
  return transferType({
    originatorCountry: originator ? countryOf(originator) : null,
    beneficiary: beneficiary ? { country: countryOf(beneficiary) } : null,
    isSelfHosted: transfer.self_hosted,
    followsCounterparty: transfer.behaviour,
    amounts:
      transfer.price && localAmounts(BigInt(transfer.amount), transfer.decimals, transfer.price),
    rules: await deps.jurisdictions(tx),
  })
}

/** What a judgement asks for and the originator's own data of the transfer doesn't have. */
export async function missingAgain(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  transfer: Transfer,
  judgement: Judgement,
  at: Date,
) {
  const held = await openParts(tx, deps.vault, company, transfer.id)
  const trees = held
    .filter(({ owner, part }) => owner === company && part !== 'COMMENTS')
    .map(({ tree }) => tree)
  const ivms101 = Object.assign({}, ...trees, { payloadMetadata: { payloadVersion: '101.2023' } })
  const { parties } = readPersonalData({ ivms101 }, transfer.origin !== null, at)
  return missingOf(demandsOf(judgement, { onBehalfOfMyself: transfer.own_account }), parties)
    .missing
}

/** Seals an amendment to its own company as a new version; earlier ones stay. */
export async function sealAmendment(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  { id, data_version }: Transfer,
  parts: readonly PlainPart[],
  at: Date,
): Promise<void> {
  await sealParts(tx, deps.vault, company, id, parts, at, data_version)
  await indexNames(tx, company, deps.vault, id, parts.flatMap(marksOf), at)
}
