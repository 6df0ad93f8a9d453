import * as z from 'zod/mini'
import { Did, Instant, Line, Whole } from '../common.ts'
import { ActedBy, Action, Side } from './action.ts'
import { AwaitedChecks } from './check.ts'
import { ReasonCode } from './reason.ts'
import {
  Direction,
  HeldBy,
  Section,
  Status,
  TransactionType,
  WaitsFor,
  WithheldBy,
} from './status.ts'
import { LawFinding, Price, Threshold } from './threshold.ts'
import { AssetSymbol, BaseUnits, Caip19, Decimal, Money } from './values.ts'

/** A company's own name for a transfer, as its systems know it. */
export const TransactionRef = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Use up to 64 letters, digits, hyphens or underscores'))

/** A person of the company that reads the transfer; never one of the other company. */
const Person = z.object({ did: Did, name: Line(120) })

/** Where the coins come from and go to. */
export const BlockchainInfo = z.object({
  txHash: z.nullable(z.string()),
  origin: z.nullable(z.string()),
  /** Empty once the company has erased its data. */
  destination: z.string(),
  destinationTag: z.nullable(z.string()),
  vout: z.nullable(Whole()),
})
export type BlockchainInfo = z.infer<typeof BlockchainInfo>

/** Something that was done to a transfer. `did` and `name` are of the reader's own people only. */
export const Act = z.object({
  seq: Whole(1),
  at: Instant,
  side: Side,
  action: z.union([Action, z.enum(['create', 'notify'])]),
  by: z.object({
    kind: ActedBy,
    /** A person's DID, or `client:` and a machine's ID. */
    did: z.nullable(z.string()),
    name: z.nullable(z.string()),
    company: z.nullable(Did),
  }),
  from: z.nullable(Status),
  to: Status,
  version: Whole(1),
  reasonCode: z.nullable(ReasonCode),
  rule: z.nullable(
    z.object({ id: z.string(), name: z.nullable(z.string()), ruleVersion: Whole(1) }),
  ),
  second: z.nullable(Person),
})
export type Act = z.infer<typeof Act>

/** Who stands on the other side, as the directory knows the company. */
export const Counterparty = z.object({
  did: Did,
  name: z.string(),
  logo: z.nullable(z.string()),
  country: z.nullable(z.string()),
  badges: z.array(z.string()),
  /** The reader's own verdict. */
  review: z.nullable(z.string()),
  phase: z.nullable(z.string()),
  /** Minutes within which it says it answers. */
  answersWithin: z.nullable(Whole()),
})
export type Counterparty = z.infer<typeof Counterparty>

/** What the beneficiary still needs: items of a requirement, e.g. `originator.BIRTH`. */
export const DataRequest = z.object({
  by: Did,
  fields: z.array(z.string()),
  at: Instant,
  dueAt: Instant,
  answeredAt: z.nullable(Instant),
})
export type DataRequest = z.infer<typeof DataRequest>

/**
 * Which personal data there is: none; sealed to another company until its release; openable by this
 * one; erased; withheld by the originator.
 */
export const PersonalData = z.object({
  state: z.enum(['NONE', 'SEALED', 'OPENABLE', 'ERASED', 'WITHHELD']),
  originator: z.boolean(),
  beneficiary: z.boolean(),
})
export type PersonalData = z.infer<typeof PersonalData>

/** A Travel Rule transfer, as one of its two companies sees it. It never carries personal data. */
export const Transaction = z.object({
  id: z.uuid(),
  /** Counts every change of what both companies share. */
  version: Whole(1),
  status: Status,
  direction: Direction,
  transactionType: TransactionType,
  /** The originator's own; null for the other side. */
  transactionRef: z.nullable(TransactionRef),
  transactionAsset: AssetSymbol,
  asset: z.object({
    caip19: Caip19,
    symbol: AssetSymbol,
    decimals: Whole(),
    network: z.string(),
  }),
  transactionAmount: BaseUnits,
  amount: Decimal,
  amountInLocalCurrency: z.nullable(Money),
  beneficiaryAmountInLocalCurrency: z.nullable(Money),
  price: z.nullable(Price),
  threshold: Threshold,
  /** Own side only, as long as it decides. */
  findings: z.array(LawFinding),
  originatorVASPdid: z.nullable(Did),
  beneficiaryVASPdid: z.nullable(Did),
  beneficiaryVASPname: z.nullable(z.string()),
  counterparty: z.nullable(Counterparty),
  transactionBlockchainInfo: BlockchainInfo,
  txHashSeenByCounterparty: z.nullable(z.enum(['SAME', 'OTHER'])),
  blockchainTransactionTimestamp: z.nullable(Instant),
  /** The reader's own customer; the other side's is pairwise, and null before the release. */
  originatorDid: z.nullable(Did),
  beneficiaryDid: z.nullable(Did),
  /** Own side only. */
  originatorRef: z.nullable(z.string()),
  beneficiaryRef: z.nullable(z.string()),
  protocol: z.literal('TRLight'),
  protocolData: z.nullable(z.unknown()),
  skipBeneficiaryDataValidation: z.boolean(),
  travelRuleBehavior: z.boolean(),
  onBehalfOfMyself: z.boolean(),
  isNonCustodial: z.boolean(),
  /** With the simulator: no coins move, and nothing is charged. */
  simulated: z.boolean(),
  reason: z.nullable(
    z.object({ code: ReasonCode, by: z.enum(['originator', 'beneficiary', 'system']) }),
  ),
  /** Originator's side only: why it does not go on. */
  heldBy: z.nullable(HeldBy),
  /** Originator's side only: why personal data is kept back. */
  withheldBy: z.nullable(WithheldBy),
  openRequest: z.nullable(DataRequest),
  /** An act that waits for a second person. */
  pendingSecond: z.nullable(z.object({ action: Action, by: Person, at: Instant, until: Instant })),
  awaitedChecks: z.nullable(AwaitedChecks),
  waitsFor: z.nullable(WaitsFor),
  section: z.nullable(Section),
  dueAt: z.nullable(Instant),
  assignee: z.nullable(Person),
  tags: z.array(z.string()),
  snoozedUntil: z.nullable(Instant),
  lastAct: Act,
  pii: PersonalData,
  processedAt: z.nullable(Instant),
  /** 1 where the transfer counts towards the plan of the reader, else 0. */
  chargedQuantity: Whole(),
  replaces: z.nullable(z.uuid()),
  mergedInto: z.nullable(z.uuid()),
  redirectedTo: z.nullable(Did),
  createdAt: Instant,
  updatedAt: Instant,
  sentAt: z.nullable(Instant),
  acknowledgedAt: z.nullable(Instant),
  decidedAt: z.nullable(Instant),
})
export type Transaction = z.infer<typeof Transaction>
