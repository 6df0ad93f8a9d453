import * as z from 'zod/mini'
import { Cursor, Did, Instant, Line, Whole, WholeText } from '../common.ts'
import type { Contract } from '../operation.ts'
import { BookedAddress, CustomerRef } from './address.ts'
import { actsIn } from './own-operations.ts'
import { OpenReason } from './shapes.ts'
import { Transaction } from './transfer.ts'

const company = { vaspDID: z.optional(Did) }
/** ISO 3166-1 alpha-2. */
const Country = z.string().check(z.regex(/^[A-Z]{2}$/, 'Expected a country code such as SG'))

/** What is known of a customer, by the names of a requirement's items. */
export const customerItems = ['NAME', 'ADDRESS', 'NATIONAL_ID', 'CUSTOMER_ID', 'BIRTH'] as const
export type CustomerItem = (typeof customerItems)[number]

/** The most tags of a customer. */
export const customerTagLimit = 20
const Tags = z.array(Line(40)).check(z.maxLength(customerTagLimit))

/** A registered customer, by the company's own reference. No name, and nothing else that is sealed. */
export const Customer = z.object({
  customerRef: CustomerRef,
  /** Null: a reference alone, as an address was registered for it. */
  kind: z.nullable(z.enum(['NATURAL', 'LEGAL'])),
  /** Of residence or registration. */
  country: z.nullable(Country),
  tags: z.array(z.string()),
  /** Which data is there; its content is sealed. */
  items: z.array(z.enum(customerItems)),
  /** Counts changes of the data. */
  version: Whole(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Customer = z.infer<typeof Customer>

/** The same with what belongs to the customer. */
export const CustomerDetail = z.extend(Customer, {
  /** The first 100. */
  addresses: z.array(BookedAddress),
  /** The newest 20. */
  transactions: z.array(Transaction),
})
export type CustomerDetail = z.infer<typeof CustomerDetail>

/** An IVMS101 person: `naturalPerson` or `legalPerson`. Its content is judged by the rules of IVMS101. */
const Person = z.record(z.string(), z.unknown())

/** A customer as somebody registers it. */
export const CustomerIn = z.strictObject({
  ...company,
  customerRef: CustomerRef,
  ivms101: Person,
  tags: z.optional(Tags),
})

/** What is replaced of a customer. */
export const CustomerChange = z.strictObject({
  ...company,
  /** As last read; a change in between is refused. */
  version: z.optional(Whole()),
  ivms101: z.optional(Person),
  tags: z.optional(Tags),
})

/** Registered customers: their names are sealed, and no answer here has them but `decrypt`'s. Base path `/api`. */
export const customers = {
  list: {
    method: 'GET',
    path: '/customers',
    limit: 'search',
    summary: 'List registered customers, by their references',
    access: actsIn('auth.getCustomer'),
    query: z.object({
      ...company,
      /** What the reference begins with. */
      q: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))),
      country: z.optional(Country),
      tag: z.optional(Line(40)),
      limit: z._default(WholeText(1, 200), 50),
      cursor: z.optional(Cursor),
    }),
    returns: { 200: z.object({ customers: z.array(Customer), next: z.nullable(z.string()) }) },
  },
  create: {
    method: 'POST',
    path: '/customers',
    summary: 'Register a customer, or the data of one whose address is registered already',
    access: actsIn('auth.newCustomer'),
    bodyLimit: 128 * 1024,
    body: CustomerIn,
    returns: { 201: Customer },
  },
  get: {
    method: 'GET',
    path: '/customers/{ref}',
    summary: 'Get a customer, with addresses and the newest transfers',
    access: actsIn('auth.getCustomer'),
    query: z.object(company),
    returns: { 200: CustomerDetail },
  },
  update: {
    method: 'PUT',
    path: '/customers/{ref}',
    summary: 'Replace a customer’s data; fields left out stay',
    access: actsIn('auth.newCustomer'),
    bodyLimit: 128 * 1024,
    body: CustomerChange,
    returns: { 200: Customer },
  },
  remove: {
    method: 'DELETE',
    path: '/customers/{ref}',
    summary: 'Remove a customer and the addresses registered for them',
    access: actsIn('auth.newCustomer'),
    query: z.object(company),
    returns: { 204: null },
  },
  decrypt: {
    method: 'POST',
    path: '/customers/{ref}/decrypt',
    limit: 'decrypt',
    summary: 'Open a customer’s data. The view is logged',
    access: actsIn('auth.getCustomer'),
    body: z.strictObject({
      ...company,
      reason: z.strictObject({ code: OpenReason, comment: z.optional(Line(500)) }),
    }),
    returns: { 200: z.object({ ivms101: z.unknown(), viewId: z.string() }) },
  },
} as const satisfies Contract[string]
