import * as z from 'zod/mini'
import { Did, Instant, Line, Whole } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'
import { ClientJwk } from './client-jwk.ts'

/** A person of the company; the name is null once they have left. */
const Person = z.object({ did: Did, name: z.nullable(z.string()) })

/**
 * A key to which personal data is encrypted for some of a company's machines. PENDING until somebody has proved
 * that they can open what is encrypted to it, and a second person has approved it.
 */
export const MachineKey = z.object({
  id: z.string(),
  name: z.string(),
  /** RFC 7638; the `kid` of what is encrypted to it. */
  thumbprint: z.string(),
  curve: z.enum(['X25519', 'P-256']),
  clientIds: z.array(z.string()),
  state: z.enum(['PENDING', 'ACTIVE']),
  isProved: z.boolean(),
  addedBy: Person,
  agreedBy: z.nullable(Person),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
})
export type MachineKey = z.infer<typeof MachineKey>

/** COMPANY: personal data is sealed to it. BLIND: names are hashed under it, so that people are found. */
export const CompanyKeyKind = z.enum(['COMPANY', 'BLIND'])
export type CompanyKeyKind = z.infer<typeof CompanyKeyKind>

/** A key that a company replaced. */
export const KeyRotation = z.object({
  key: CompanyKeyKind,
  /** Of the new key. */
  no: Whole(2),
  by: Person,
  at: Instant,
  /** RENEWING: older keys still hold something. RENEWED: none does. DESTROYED: they are gone. */
  state: z.enum(['RENEWING', 'RENEWED', 'DESTROYED']),
  /** How many data keys were sealed anew, or transfers' names hashed anew. */
  renewed: Whole(),
  renewedAt: z.nullable(Instant),
  destroyedAt: z.nullable(Instant),
})
export type KeyRotation = z.infer<typeof KeyRotation>

const CurrentKey = z.object({ key: CompanyKeyKind, no: Whole(1), createdAt: Instant })

/** The keys of a company for personal data. Private and secret ones never leave the server. */
export const CompanyKeys = z.object({
  /** Machines' keys, oldest first. */
  keys: z.array(MachineKey),
  /** The company's own in use; a kind that it never needed is missing. */
  current: z.array(CurrentKey),
  /** The newest 20. */
  rotations: z.array(KeyRotation),
})
export type CompanyKeys = z.infer<typeof CompanyKeys>

const changes = canIn('transactions.autoDecryption', 'vaspDID', { people: 'own' })
const ClientId = z.string().check(z.minLength(1), z.maxLength(80))

/** Keys for personal data. Base path `/api`. */
export const piiKeys = {
  list: {
    method: 'GET',
    path: '/v1/transactions/pii-keys/{vaspDID}',
    summary: 'List a company’s keys for personal data, and what its rotations have come to',
    access: canIn('settings.viewSettings', 'vaspDID', { people: 'inside' }),
    returns: { 200: CompanyKeys },
  },
  register: {
    method: 'POST',
    path: '/v1/transactions/pii-keys/{vaspDID}',
    limit: 'register',
    summary: 'Register a public key to which personal data is encrypted for machines',
    access: changes,
    body: z.strictObject({
      name: Line(80),
      jwk: ClientJwk,
      /** Machine clients that work for the company. */
      clientIds: z.array(ClientId).check(z.minLength(1), z.maxLength(20)),
    }),
    returns: {
      201: z.object({
        key: MachineKey,
        /** A JWE to the key. Its text is the answer that proves possession. */
        challenge: z.string(),
      }),
    },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/transactions/pii-keys/{vaspDID}',
    summary: 'Remove a machine’s key: nothing more is encrypted to it',
    access: changes,
    query: z.object({ key: z.string().check(z.minLength(1), z.maxLength(60)) }),
    returns: { 204: null },
  },
  prove: {
    method: 'POST',
    path: '/v1/transactions/pii-keys/{vaspDID}/{key}/prove',
    summary: 'Prove possession of a machine’s key by the text of its challenge',
    access: changes,
    body: z.strictObject({ answer: z.string().check(z.minLength(1), z.maxLength(200)) }),
    returns: { 200: MachineKey },
  },
  agree: {
    method: 'POST',
    path: '/v1/transactions/pii-keys/{vaspDID}/{key}/agree',
    summary: 'Approve a machine’s key that someone else registered',
    access: changes,
    body: z.strictObject({}),
    returns: { 200: MachineKey },
  },
  rotate: {
    method: 'POST',
    path: '/v1/transactions/pii-keys/{vaspDID}/rotate',
    limit: 'register',
    summary: 'Replace one of the company’s own keys and re-encrypt what the old one encrypted',
    access: changes,
    body: z.strictObject({ key: CompanyKeyKind }),
    returns: { 202: KeyRotation },
  },
} as const satisfies Contract[string]
