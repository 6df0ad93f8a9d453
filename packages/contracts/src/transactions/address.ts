import * as z from 'zod/mini'
import { Cursor, Did, Instant, ListOf, Whole, WholeText } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'
import { Upload, UploadMode, uploadBytes } from './upload.ts'
import { Caip2 } from './values.ts'

/** An address on a network, as somebody writes it. */
const AddressText = z.string().check(z.minLength(1), z.maxLength(200))
/** What follows an address on some networks: a number or a memo. */
const Tag = z.string().check(z.minLength(1), z.maxLength(128))
/** A network by its name here or as CAIP-2, e.g. `ethereum`. */
const Network = z.string().check(z.minLength(1), z.maxLength(80))
/** A symbol such as `ETH`, or CAIP-19. */
const AssetName = z.string().check(z.minLength(1), z.maxLength(200))

/** A company's own name for a customer: never a person's name. */
export const CustomerRef = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Use up to 64 letters, digits, hyphens or underscores'))

/** Where an address stands: the company's own, or one that a counterparty confirmed. */
export const addressSources = ['INTERNAL', 'EXTERNAL'] as const
export const AddressSource = z.enum(addressSources)

/** An address of the book. The address itself is not kept: it is found again by who knows it. */
export const BookedAddress = z.object({
  /** Stands for network, address and tag within the company. */
  id: z.string(),
  sourceType: AddressSource,
  type: z.enum(['HOSTED', 'UNHOSTED']),
  network: Caip2,
  customerRef: z.nullable(CustomerRef),
  ownerVASPdid: z.nullable(Did),
  /** A person entered or approved it, or it was registered for a customer. */
  confirmedAt: z.nullable(Instant),
  createdAt: Instant,
})
export type BookedAddress = z.infer<typeof BookedAddress>

/**
 * Whose an address is, as far as the asker may know. Another company's address that it doesn't disclose answers as
 * one that nobody knows.
 */
export const AddressOwnership = z.object({
  owner_vasp_did: z.nullable(Did),
  address_type: z.enum(['HOSTED', 'UNHOSTED', 'UNKNOWN']),
  source: z.nullable(z.enum(['INTERNAL', 'ADDRESS_HASH', 'NETWORK'])),
  /** The own book has the same address on another network, or with another tag. */
  hint: z.optional(z.literal('OTHER_NETWORK_OR_TAG')),
})
export type AddressOwnership = z.infer<typeof AddressOwnership>

const books = canIn('address.uploadAddressList', 'vasp_did', { people: 'own', sole: true })

/** A customer's address, as somebody registers it. */
export const AddressIn = z.strictObject({
  vaspDID: z.optional(Did),
  address: AddressText,
  tag: z.optional(Tag),
  asset: z.optional(AssetName),
  network: z.optional(Network),
  customerRef: CustomerRef,
})

/** A company's addresses and whose they are. Base path `/api`. */
export const address = {
  registerCustomer: {
    method: 'POST',
    path: '/address/registerCustomer',
    summary: 'Register an address as that of a customer',
    access: canIn('address.registerCustomer', 'vaspDID', { people: 'own', sole: true }),
    transaction: 'own',
    body: AddressIn,
    returns: { 201: BookedAddress, 200: BookedAddress },
  },
  uploadAddressList: {
    method: 'POST',
    path: '/address/lists/{vaspDID}',
    limit: 'import',
    summary:
      'Read a file of addresses, CSV or JSON objects by line, and preview what it would change',
    access: canIn('address.uploadAddressList', 'vaspDID', { people: 'own' }),
    transaction: 'own',
    upload: uploadBytes,
    body: z.strictObject({ mode: z._default(UploadMode, 'ADD') }),
    returns: { 202: Upload },
  },
  owner: {
    method: 'GET',
    path: '/v1/addresses/address-ownerships/{address}',
    limit: 'register',
    summary: 'Look up whose an address is, as far as its owner discloses it',
    access: canIn('address.registerCustomer', 'vasp_did', { people: 'own', sole: true }),
    transaction: 'own',
    query: z.object({
      vasp_did: z.optional(Did),
      asset: z.optional(AssetName),
      network: z.optional(Network),
      tag: z.optional(Tag),
    }),
    returns: { 200: AddressOwnership },
  },
  list: {
    method: 'GET',
    path: '/v1/addresses',
    limit: 'search',
    summary: 'List address book entries, without the addresses themselves',
    access: books,
    query: z.object({
      vasp_did: z.optional(Did),
      source_type: z.optional(AddressSource),
      /** Of this customer alone. */
      customerRef: z.optional(CustomerRef),
      per_page: z._default(WholeText(1, 1_000), 100),
      cursor: z.optional(Cursor),
    }),
    returns: {
      200: z.object({ addresses: z.array(BookedAddress), next: z.nullable(z.string()) }),
    },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/addresses',
    summary: 'Remove addresses from the book, on every network and with every tag',
    access: books,
    transaction: 'own',
    query: z.object({ vasp_did: z.optional(Did), addresses: ListOf(AddressText, 60, 1) }),
    returns: { 202: z.object({ removed: Whole() }) },
  },
} as const satisfies Contract[string]
