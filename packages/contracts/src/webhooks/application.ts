import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import type { Contract } from '../operation.ts'
import {
  Flag,
  Iterator,
  Limit,
  Metadata,
  Order,
  page,
  RateLimit,
  SameAs,
  Text,
  Uid,
} from './values.ts'

const AppUid = Uid('app_')
const AppName = Text().check(z.minLength(1, 'Application names must be at least one character'))
const AppRateLimit = RateLimit('Application rate limits must be at least 1 if set')

/** An application: one receiver's account, with endpoints of its own. */
export const ApplicationIn = z.object({
  name: AppName,
  uid: z.optional(z.nullable(AppUid)),
  rateLimit: z.optional(z.nullable(AppRateLimit)),
  throttleRate: SameAs('rateLimit', AppRateLimit),
  metadata: z.optional(z.nullable(Metadata)),
})
export type ApplicationIn = z.infer<typeof ApplicationIn>

/** A change of an application: an absent field stays, null clears `uid` and `rateLimit`. */
export const ApplicationPatch = z.partial(ApplicationIn)
export type ApplicationPatch = z.infer<typeof ApplicationPatch>

/** An application as it is answered. */
export const ApplicationOut = z.object({
  id: z.string(),
  uid: z.optional(z.nullable(z.string())),
  name: z.string(),
  rateLimit: z.optional(z.nullable(z.int())),
  /** `rateLimit` as clients from 2.0 on call it. */
  throttleRate: z.optional(z.nullable(z.int())),
  metadata: z.record(z.string(), z.string()),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ApplicationOut = z.infer<typeof ApplicationOut>

const aliases = { throttleRate: 'rateLimit' } as const

/** Applications, by id or uid. */
export const application = {
  list: {
    method: 'GET',
    path: '/app',
    summary: 'List applications',
    access: 'organisation',
    query: z.object({
      limit: Limit,
      iterator: Iterator('app_'),
      order: Order('ascending'),
      /** Leaves out those without an endpoint. */
      exclude_apps_with_no_endpoints: Flag(false),
      /** Leaves out those with an endpoint that is disabled. */
      exclude_apps_with_disabled_endpoints: Flag(false),
      /** Has no effect: no endpoint here is one. */
      exclude_apps_with_svix_play_endpoints: Flag(false),
    }),
    returns: { 200: page(ApplicationOut) },
  },
  create: {
    method: 'POST',
    path: '/app',
    summary: 'Create an application, or with `get_if_exists` return the one with this uid',
    access: 'organisation',
    query: z.object({ get_if_exists: Flag(false) }),
    body: ApplicationIn,
    aliases,
    returns: { 200: ApplicationOut, 201: ApplicationOut },
  },
  get: {
    method: 'GET',
    path: '/app/{app_id}',
    summary: 'Get an application',
    access: 'application',
    returns: { 200: ApplicationOut },
  },
  update: {
    method: 'PUT',
    path: '/app/{app_id}',
    summary: 'Replace or create an application',
    access: 'organisation',
    body: ApplicationIn,
    aliases,
    returns: { 200: ApplicationOut, 201: ApplicationOut },
  },
  patch: {
    method: 'PATCH',
    path: '/app/{app_id}',
    summary: 'Update fields of an application',
    access: 'organisation',
    body: ApplicationPatch,
    aliases,
    returns: { 200: ApplicationOut },
  },
  delete: {
    method: 'DELETE',
    path: '/app/{app_id}',
    summary: 'Delete an application; its deliveries stop and its uid becomes available',
    access: 'organisation',
    returns: { 204: null },
  },
} as const satisfies Contract[string]
