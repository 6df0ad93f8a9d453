import * as z from 'zod/mini'
import { Did, Email, Instant, Line, Whole } from '../common.ts'
import { RequirementItem } from '../trust/index.ts'
import { narrowing } from './filter.ts'
import { TransactionRef } from './transfer.ts'
import { BaseUnits, Decimal } from './values.ts'

/** An address as its network writes it; the network's own rules judge it. */
const Address = z.string().check(z.minLength(1), z.maxLength(200))

/** The hash of a transaction on its network. */
export const TxHash = z
  .string()
  .check(z.regex(/^[A-Za-z0-9+/=_-]{1,200}$/, 'Expected a transaction hash'))

/** A proof that a wallet belongs to somebody, as the customer gave it. */
export const ProofIn = z.strictObject({
  type: z.string().check(z.minLength(1), z.maxLength(40)),
  proof: z.string().check(z.minLength(1), z.maxLength(64_000)),
  message: z.optional(z.string().check(z.maxLength(4_000))),
})

/** A company's own words for a customer or an order. */
const OwnRef = Line(128)

/** The largest body of a creation in bytes: IVMS101 takes most of it. */
export const creationLimit = 256 * 1024

/** A deposit that reached a company without a Travel Rule message. */
export const NotifyIn = z.strictObject({
  /** The company that acts; may be left out by callers who have one. */
  vaspDID: z.optional(Did),
  /** The same company. */
  beneficiaryVASPdid: z.optional(Did),
  /** The company that seems to have sent it: it is asked for the data. */
  originatorVASPdid: z.optional(Did),
  txHash: TxHash,
  vout: z.optional(Whole()),
  /** A symbol such as `ETH`, or CAIP-19. */
  transactionAsset: z.string().check(z.minLength(1), z.maxLength(200)),
  decimals: z.optional(Whole()),
  transactionAmount: z.optional(BaseUnits),
  amount: z.optional(Decimal),
  network: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
  destination: Address,
  destinationTag: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  origin: z.optional(Address),
  /** The company's own reference of the customer who got it. */
  customerRef: narrowing.customerRef,
})
export type NotifyIn = z.infer<typeof NotifyIn>

/** What is known of a transfer before its data is entered, as V1 asks what it takes. */
export const ValidateIn = z.strictObject({
  originatorVASPdid: Did,
  transactionAsset: z.string().check(z.minLength(1), z.maxLength(200)),
  transactionAssetDecimals: z.optional(Whole()),
  network: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
  /** In base units. */
  transactionAmount: BaseUnits,
  destination: Address,
  beneficiaryVASPdid: z.optional(Did),
  beneficiaryVASPname: z.optional(Line(200)),
  /** false: the rule of the beneficiary's country is not followed. */
  travelRuleBehavior: z.optional(z.boolean()),
  /** Whether the wallet is the customer's own. */
  originatorEqualsBeneficiary: z.optional(z.boolean()),
  /** What is at hand: whether it is there counts, what it says does not. */
  beneficiaryName: z.optional(Line(200)),
  beneficiaryAccountNumber: z.optional(Line(512)),
  beneficiaryAddress: z.optional(z.unknown()),
  beneficiaryProof: z.optional(z.unknown()),
})
export type ValidateIn = z.infer<typeof ValidateIn>

/** A new transfer, as its originator states it. `transactionAmount` in base units or `amount` with its point. */
export const CreateIn = z.strictObject({
  /** The company that acts; may be left out by callers who have one. */
  vaspDID: z.optional(Did),
  /** The same company, or one that has delegated to it. */
  originatorVASPdid: Did,
  transactionRef: z.optional(TransactionRef),
  /** A symbol such as `ETH`, or CAIP-19. */
  transactionAsset: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Needed for an asset that is not listed. */
  transactionAssetDecimals: z.optional(Whole()),
  transactionAmount: z.optional(BaseUnits),
  amount: z.optional(Decimal),
  network: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
  /** US dollars for one unit; wins over every source. */
  customAssetPrice: z.optional(Decimal),
  transactionBlockchainInfo: z.strictObject({
    destination: Address,
    origin: z.optional(Address),
    txHash: z.optional(TxHash),
    destinationTag: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    vout: z.optional(Whole()),
  }),
  blockchainTransactionTimestamp: z.optional(Instant),
  beneficiaryVASPdid: z.optional(Did),
  beneficiaryVASPname: z.optional(Line(200)),
  /** Where a counterparty without an account is told that something waits for it. */
  notificationEmail: z.optional(Email()),
  originatorDid: z.optional(Did),
  beneficiaryDid: z.optional(Did),
  originatorRef: z.optional(OwnRef),
  beneficiaryRef: z.optional(OwnRef),
  /** IVMS101 of 2020 or 2023, or the shape of V1; judged by its own rules, with pointers. */
  ivms101: z.optional(z.unknown()),
  originator: z.optional(z.unknown()),
  beneficiary: z.optional(z.unknown()),
  originatorProof: z.optional(ProofIn),
  beneficiaryProof: z.optional(ProofIn),
  isNonCustodial: z.optional(z.boolean()),
  onBehalfOfMyself: z.optional(z.boolean()),
  /** Why a large transfer to somebody else's wallet is taken without proof. */
  riskReason: z.optional(z.strictObject({ code: z.literal('RISK_BASED'), comment: Line(2_000) })),
  tags: z.optional(z.array(Line(40)).check(z.maxLength(20))),
  skipBeneficiaryDataValidation: z.optional(z.boolean()),
  travelRuleBehavior: z.optional(z.boolean()),
  /** A transfer that this one replaces. */
  replaces: z.optional(z.uuid()),
  /** false: a rule never approves it. */
  autoApprove: z.optional(z.boolean()),
  /** Refused for now: the service must be able to validate what it transports. */
  encrypted: z.optional(z.unknown()),
  ivms101Encrypted: z.optional(z.unknown()),
})
export type CreateIn = z.infer<typeof CreateIn>

/** A transfer’s ID. */
export const TransferId = z.uuid()
/** The company acted for. */
export const actingFor = { vaspDID: z.optional(Did) }
/** The version that the caller saw; another one by now is a conflict. */
const seen = { version: z.optional(Whole(1)) }
/** Shared with the other company: it reads the comment once the personal data is released. */
export const SharedComment = Line(500)

/** The body of a change of one transfer. */
export const byBody = <S extends z.core.$ZodLooseShape>(more: S) =>
  z.strictObject({ ...actingFor, ...seen, id: TransferId, ...more })

const route = {
  beneficiaryVASPdid: CreateIn.shape.beneficiaryVASPdid,
  beneficiaryVASPname: CreateIn.shape.beneficiaryVASPname,
  notificationEmail: CreateIn.shape.notificationEmail,
}

/** What the originator is asked for. */
export const DataRequestIn = byBody({
  fields: z.array(RequirementItem).check(z.minLength(1), z.maxLength(12)),
  /** As the company's settings say, unless stated. */
  dueInHours: z.optional(z.int().check(z.minimum(1), z.maximum(720))),
  comment: z.optional(SharedComment),
})

/** What can be changed of a transfer. */
export const TransferChange = byBody({
  /** Replaces the halves that it has; see the creation of a transfer. */
  ivms101: z.optional(z.unknown()),
  originator: z.optional(z.unknown()),
  beneficiary: z.optional(z.unknown()),
  /** Until it is sent: another counterparty, or where a counterparty without an account is told of it. */
  ...route,
  txHash: z.optional(TxHash),
  vout: z.optional(Whole()),
  tags: z.optional(z.array(Line(40)).check(z.maxLength(20))),
})

/** The hash of the transaction on its network. */
export const HashIn = byBody({ txHash: TxHash, vout: z.optional(Whole()) })
