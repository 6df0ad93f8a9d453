import * as z from 'zod/mini'
import { Did, Instant } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'
import { Profile } from './profile.ts'
import { regulatoryStatuses, Vasp } from './vasp.ts'

/** What a register says, in the names of our own fields. */
const RegistryFields = z.partial(
  z.extend(z.object(Profile.shape), { regulatoryStatus: z.enum(regulatoryStatuses) }),
)
export type RegistryFields = z.infer<typeof RegistryFields>

/** An entity of the Global LEI index. */
export const GleifRecord = z.object({
  lei: z.string(),
  legalName: z.string(),
  /** Whether the entity exists: ACTIVE, INACTIVE or NULL. */
  entityStatus: z.string(),
  /** Whether its identifier is kept up: ISSUED, LAPSED, RETIRED… */
  registrationStatus: z.string(),
  nextRenewalDate: z.nullable(Instant),
  corroborationLevel: z.nullable(z.string()),
  jurisdiction: z.nullable(z.string()),
  /** With `convertToSimpleVASP`: the record as fields of a company. */
  vasp: z.optional(RegistryFields),
})
export type GleifRecord = z.infer<typeof GleifRecord>

/** An entry of the register of licences. */
export const VaspnetResult = z.object({
  externalId: z.string(),
  name: z.string(),
  legalName: z.nullable(z.string()),
  countryCode: z.string(),
  regulator: z.nullable(z.string()),
  licenceNumber: z.nullable(z.string()),
  licenceStatus: z.nullable(z.enum(regulatoryStatuses)),
  website: z.nullable(z.string()),
  sourceUrl: z.nullable(z.string()),
  asOf: z.nullable(z.string()),
  /** The entry as fields of a company. */
  vasp: RegistryFields,
})
export type VaspnetResult = z.infer<typeof VaspnetResult>

const names = z
  .array(z.string().check(z.maxLength(60)))
  .check(z.minLength(1, 'Choose a field'), z.maxLength(60))
const vaspName = z.string().check(z.trim(), z.maxLength(200))
const countryCode = z.string().check(z.maxLength(10))

/** Registers outside the network. Base path `/api`. */
export const registry = {
  searchGleif: {
    method: 'GET',
    path: '/tf/vasps/gleif/search',
    limit: 'register',
    summary: 'Look up an entity by LEI',
    access: 'viewer',
    query: z.object({
      LEI: z.string().check(z.maxLength(64)),
      convertToSimpleVASP: z.optional(z.enum(['true', 'false'])),
    }),
    returns: { 200: GleifRecord },
  },
  updateFromGleif: {
    method: 'POST',
    path: '/tf/vasps/gleif/update',
    limit: 'register',
    summary: 'Apply the named fields from GLEIF, which becomes their issuer',
    access: canIn('trustframework.updateVASP', 'did'),
    transaction: 'own',
    body: z.strictObject({ did: Did, LEI: z.string().check(z.maxLength(64)), fields: names }),
    returns: { 200: Vasp },
  },
  searchVaspnet: {
    method: 'GET',
    path: '/tf/vasps/vaspnet/search',
    limit: 'register',
    summary: 'Search the licence register by name and country',
    access: 'viewer',
    query: z.object({ vaspName, countryCode: z.optional(countryCode) }),
    returns: { 200: z.object({ vaspResults: z.array(VaspnetResult) }) },
  },
  updateFromVaspnet: {
    method: 'POST',
    path: '/tf/vasps/vaspnet/update',
    limit: 'register',
    summary: 'Apply the named fields from a register entry, which becomes their issuer',
    access: canIn('trustframework.updateVASP', 'did'),
    transaction: 'own',
    body: z.strictObject({
      did: Did,
      externalId: z.string().check(z.minLength(1), z.maxLength(200)),
      vaspName,
      countryCode: z.optional(countryCode),
      fields: names,
    }),
    returns: { 200: Vasp },
  },
} as const satisfies Contract[string]
