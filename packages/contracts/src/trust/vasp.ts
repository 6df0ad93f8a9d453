import * as z from 'zod/mini'
import { Did, Instant } from '../common.ts'
import { CompliancePhaseData, compliancePhases } from './compliance-phase.ts'
import { jurisdictionStatuses } from './jurisdiction.ts'
import { Profile } from './profile.ts'
import { Review } from './review.ts'
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

/** What the network, not the company, states: only an internal admin or the system changes it. */
const NetworkFields = z.object({
  did: Did,
  logo: z.nullable(z.string()),
  isRegulated: z.boolean(),
  regulatoryStatus: z.nullable(z.enum(regulatoryStatuses)),
  verificationStatus: z.enum(verificationStatuses),
  hasAdmin: z.boolean(),
  isActiveSender: z.boolean(),
  isActiveReceiver: z.boolean(),
  isNotifiable: z.boolean(),
  lastSentDate: z.nullable(Instant),
  lastReceivedDate: z.nullable(Instant),
  compliancePhase: z.enum(compliancePhases),
  compliancePhaseData: CompliancePhaseData,
  subsidiaryOf: z.nullable(Did),
  protocols: z.array(z.string()),
  /** The entries of registers that the company claims, and whether they are confirmed. */
  registers: z.array(RegisterEntry),
  /** Empty unless counterparties should look again. */
  alerts: z.array(Alert),
  version: Version,
  createdAt: Instant,
  updatedAt: Instant,
})

/** How far the Travel Rule applies where a company operates. */
export const CountryStatus = z.object({
  country: z.string(),
  status: z.enum(jurisdictionStatuses),
})

/** A company in a list: without who asserted what, and without what only its own people see. */
export const ListedVasp = z.extend(NetworkFields, {
  ...z.omit(Profile, { billingContact: true }).shape,
  name: z.string(),
  /** Present with `reviewedByVaspDID`: that company's verdict in force. */
  review: z.optional(z.nullable(Review)),
  /** Present with `showJurisdictionStatus`. */
  jurisdictionStatus: z.optional(z.array(CountryStatus)),
})
export type ListedVasp = z.infer<typeof ListedVasp>

/** What a company's own people and the internal admin see besides; absent for others. */
const MembersFields = z.object({
  billingContact: Profile.shape.billingContact,
  adminEmails: z.optional(z.array(z.string())),
  emailDomains: z.optional(z.array(z.string())),
  subscription_id: z.optional(z.nullable(z.string())),
  untracked_usage_in_period: z.optional(z.nullable(z.int())),
  billing_customer_did: z.optional(z.nullable(z.string())),
})

/** A company as members of the network see it. */
export const Vasp = z.extend(ListedVasp, {
  ...MembersFields.shape,
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
export const PublicVasp = z.pick(Vasp, {
  did: true,
  name: true,
  legalName: true,
  otherNames: true,
  website: true,
  description: true,
  lei: true,
  logo: true,
  country: true,
  incorporationCountry: true,
  jurisdictions: true,
  division: true,
  isRegulated: true,
  regulatoryStatus: true,
  regulatoryAuthorities: true,
  certificates: true,
  serviceTypes: true,
  verificationStatus: true,
  hasAdmin: true,
  isActiveReceiver: true,
  subsidiaryOf: true,
})
export type PublicVasp = z.infer<typeof PublicVasp>
