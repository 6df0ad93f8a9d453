import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import type { Contract } from '../operation.ts'
import { EventTypeName, Flag, Limit, Name, Order, page, Text } from './values.ts'

/** JSON Schemas (draft 7) by version, `"1"`, `"2"`, … */
const Schemas = z.record(z.string(), z.record(z.string(), z.unknown()))

/** An event type's replacement: what is absent is reset. */
export const EventTypeUpdate = z.object({
  description: Text(),
  archived: z._default(z.boolean(), false),
  schemas: z.optional(z.nullable(Schemas)),
  /** Hides the type from portal tokens that do not hold this flag. */
  featureFlag: z.optional(z.nullable(Name(256))),
})
export type EventTypeUpdate = z.infer<typeof EventTypeUpdate>

/** A new event type. */
export const EventTypeIn = z.extend(EventTypeUpdate, { name: EventTypeName })
export type EventTypeIn = z.infer<typeof EventTypeIn>

/** A change of an event type: an absent field stays, null clears `schemas` and `featureFlag`. */
export const EventTypePatch = z.object({
  description: z.optional(Text()),
  archived: z.optional(z.boolean()),
  schemas: z.optional(z.nullable(Schemas)),
  featureFlag: z.optional(z.nullable(Name(256))),
})
export type EventTypePatch = z.infer<typeof EventTypePatch>

/** An event type as it is answered. */
export const EventTypeOut = z.object({
  name: z.string(),
  description: z.string(),
  archived: z.boolean(),
  /** Always false; clients from 1.30 on read it. */
  deprecated: z.boolean(),
  schemas: z.nullable(Schemas),
  featureFlag: z.nullable(z.string()),
  createdAt: Instant,
  updatedAt: Instant,
})
export type EventTypeOut = z.infer<typeof EventTypeOut>

/** An OpenAPI document: an object, or its text in JSON or YAML. Exactly one of them, otherwise 400. */
export const EventTypeImportOpenApiIn = z.object({
  spec: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  specRaw: z.optional(z.nullable(z.string())),
})
export type EventTypeImportOpenApiIn = z.infer<typeof EventTypeImportOpenApiIn>

/** The names of the event types that were written. */
export const EventTypeImportOpenApiOut = z.object({
  data: z.object({ modified: z.array(z.string()) }),
})

/** A JSON Schema to make an example of. */
export const EventTypeSchemaIn = z.object({ schema: z.record(z.string(), z.unknown()) })

/** An object that fits the schema. */
export const EventTypeExampleOut = z.object({ example: z.record(z.string(), z.unknown()) })

const bodyLimit = 256 * 1024

/** The kinds of event that an organisation sends. */
export const eventType = {
  list: {
    method: 'GET',
    path: '/event-type',
    summary: 'All event types by name; archived ones and schemas on request',
    access: 'application',
    query: z.object({
      limit: Limit,
      iterator: z.optional(
        z.string().check(z.regex(/^[a-zA-Z0-9\-_.]{1,257}$/, 'Not the name of an event type')),
      ),
      order: Order('ascending'),
      include_archived: Flag(false),
      with_content: Flag(false),
    }),
    returns: { 200: page(EventTypeOut) },
  },
  create: {
    method: 'POST',
    path: '/event-type',
    summary: 'Create an event type, or unarchive and overwrite an archived one',
    access: 'organisation',
    body: EventTypeIn,
    bodyLimit,
    returns: { 201: EventTypeOut },
  },
  importOpenapi: {
    method: 'POST',
    path: '/event-type/import/openapi',
    summary: "Create or replace event types from an OpenAPI document's webhooks and callbacks",
    access: 'organisation',
    body: EventTypeImportOpenApiIn,
    bodyLimit: 4 * 1024 * 1024,
    returns: { 200: EventTypeImportOpenApiOut },
  },
  generateExample: {
    method: 'POST',
    path: '/event-type/schema/generate-example',
    summary: 'An example of what a JSON Schema describes',
    access: 'application',
    body: EventTypeSchemaIn,
    bodyLimit,
    returns: { 200: EventTypeExampleOut },
  },
  get: {
    method: 'GET',
    path: '/event-type/{event_type_name}',
    summary: 'One event type, archived or not',
    access: 'application',
    returns: { 200: EventTypeOut },
  },
  update: {
    method: 'PUT',
    path: '/event-type/{event_type_name}',
    summary: 'Replace an event type, or create it',
    access: 'organisation',
    body: EventTypeUpdate,
    bodyLimit,
    returns: { 200: EventTypeOut, 201: EventTypeOut },
  },
  patch: {
    method: 'PATCH',
    path: '/event-type/{event_type_name}',
    summary: 'Change some fields of an event type',
    access: 'organisation',
    body: EventTypePatch,
    bodyLimit,
    returns: { 200: EventTypeOut },
  },
  delete: {
    method: 'DELETE',
    path: '/event-type/{event_type_name}',
    summary: 'Archive an event type, or with `expunge` forget it',
    access: 'organisation',
    query: z.object({ expunge: Flag(false) }),
    returns: { 204: null },
  },
} as const satisfies Contract[string]
