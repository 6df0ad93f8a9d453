import * as z from 'zod/mini'
import { Did, Instant } from '../common.ts'
import { CompliancePhaseData, compliancePhases } from './compliance-phase.ts'
import { jurisdictionStatuses } from './jurisdiction.ts'
import {
  Profile,
  type ProfileField,
  presentationOf,
  profileFields,
  type Visibility,
  visibilities,
} from './profile.ts'
import { Review, WaitingReview } from './review.ts'
import { Alert, RegisterEntry } from './standing.ts'

/** What a regulator says of a company, as the network records it. */
export const regulatoryStatuses = [
  'Exempt',
  'No longer exempt',
  'Not Regulated',
  'No longer regulated',
  'Pending',
  'Regulated',
] as const

/** What a regulator says of a company that it no longer regulates. */
export const deregistered: readonly string[] = ['No longer regulated', 'No longer exempt']

/** How far the internal admins have verified a company. */
export const verificationStatuses = [
  'UNVERIFIED',
  'SUBMITTED',
  'PENDING_REVIEW',
  'VERIFIED',
  'REJECTED',
  'EXPIRED',
  'SUSPENDED',
] as const

/** Counts the changes of a company's profile. */
export const Version = z.int().check(z.minimum(1), z.maximum(2_147_483_647))

/** How far the Travel Rule applies where a company operates. */
export const CountryStatus = z.object({
  country: z.string(),
  status: z.enum(jurisdictionStatuses),
})

/** What the network, not the company, states, by who may read it: an internal admin or the system changes it. */
const stated = {
  public: {
    did: Did,
    name: z.string(),
    logo: z.nullable(z.string()),
    isRegulated: z.boolean(),
    regulatoryStatus: z.nullable(z.enum(regulatoryStatuses)),
    verificationStatus: z.enum(verificationStatuses),
    hasAdmin: z.boolean(),
    isActiveReceiver: z.boolean(),
    subsidiaryOf: z.nullable(Did),
  },
  network: {
    isActiveSender: z.boolean(),
    isNotifiable: z.boolean(),
    lastSentDate: z.nullable(Instant),
    lastReceivedDate: z.nullable(Instant),
    compliancePhase: z.enum(compliancePhases),
    compliancePhaseData: CompliancePhaseData,
    protocols: z.array(z.string()),
    /** The entries of registers that the company claims, and whether they are confirmed. */
    registers: z.array(RegisterEntry),
    /** Empty unless counterparties should look again. */
    alerts: z.array(Alert),
    version: Version,
    createdAt: Instant,
    updatedAt: Instant,
    /** Present with `reviewedByVaspDID`: that company's verdict in force. */
    review: z.optional(z.nullable(Review)),
    /** Present with `reviewedByVaspDID`: that company's verdict that waits for a second person. */
    waitingReview: z.optional(z.nullable(WaitingReview)),
    /** Present with `showJurisdictionStatus`. */
    jurisdictionStatus: z.optional(z.array(CountryStatus)),
  },
  members: {
    adminEmails: z.optional(z.array(z.string())),
    emailDomains: z.optional(z.array(z.string())),
    subscription_id: z.optional(z.nullable(z.string())),
    untracked_usage_in_period: z.optional(z.nullable(z.int())),
    billing_customer_did: z.optional(z.nullable(z.string())),
  },
}

const Whole = z.object({
  ...Profile.shape,
  ...stated.public,
  ...stated.network,
  ...stated.members,
})

/** What a reader sees of fields by their visibility. */
type Seen = { public: 'public'; network: 'public' | 'network'; members: Visibility }

/** The names of the fields that somebody may read. */
export type FieldFor<Reader extends Visibility> =
  | { [V in Seen[Reader]]: keyof (typeof stated)[V] }[Seen[Reader]]
  | {
      [Name in ProfileField]: (typeof Profile.shape)[Name] extends { readBy?: Seen[Reader] }
        ? Name
        : never
    }[ProfileField]

/**
 * The fields that a reader may see, as a mask for `z.pick`: what is shown, what may be filtered by and what
 * may be ordered by follow from it.
 */
export function fieldsFor<Reader extends Visibility>(reader: Reader) {
  const seen: readonly Visibility[] = visibilities.slice(0, visibilities.indexOf(reader) + 1)
  const names = [
    ...profileFields.filter((name) => seen.includes(presentationOf(name).visibility)),
    ...seen.flatMap((visibility) => Object.keys(stated[visibility])),
  ]
  return Object.fromEntries(names.map((name) => [name, true])) as Record<FieldFor<Reader>, true>
}

/** Who may read a field; of one that nobody declared, the company's own people. */
export const visibilityOf = (field: string): Visibility =>
  visibilities.find((reader) => Object.hasOwn(fieldsFor(reader), field)) ?? 'members'

/** A company in a list: without who asserted what, and without what only its own people see. */
export const ListedVasp = z.pick(Whole, fieldsFor('network'))
export type ListedVasp = z.infer<typeof ListedVasp>

/** A company as members of the network see it; what only its own people see is absent for others. */
export const Vasp = z.extend(Whole, {
  /** Present with `includeSubsidiaries`. */
  subsidiaries: z.optional(z.array(z.object({ did: Did, name: z.string() }))),
  /** Field name to who asserted its present value, since and until when. */
  issuers: z.record(
    z.string(),
    z.object({ issuerDid: z.string(), since: Instant, expirationDate: z.nullable(Instant) }),
  ),
})
export type Vasp = z.infer<typeof Vasp>

/** What anyone may read without signing in. Nothing else leaves the server for them. */
export const PublicVasp = z.pick(Whole, fieldsFor('public'))
export type PublicVasp = z.infer<typeof PublicVasp>
