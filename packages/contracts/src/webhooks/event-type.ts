import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import type { Contract } from '../operation.ts'
import { EventTypeName, Flag, Limit, Name, noneTwice, Order, page, Text } from './values.ts'

/** JSON Schemas (draft 7) by version, `"1"`, `"2"`, … */
const Schemas = z.record(z.string(), z.record(z.string(), z.unknown()))

const FeatureFlags = z
  .array(Name(256))
  .check(
    z.maxLength(25, 'At most 25 feature flags'),
    z.refine(noneTwice, 'featureFlags must be unique.'),
  )

const flags = {
  /** Hides the type from portal tokens that hold none of these flags. Empty counts as absent. */
  featureFlags: z.optional(z.nullable(FeatureFlags)),
  /** The only one of them, as clients before 1.60 call it. */
  featureFlag: z.optional(z.nullable(Name(256))),
}
type Flags = {
  readonly featureFlag?: string | null | undefined
  readonly featureFlags?: readonly string[] | null | undefined
}

const agree = ({ featureFlag, featureFlags }: Flags) =>
  !featureFlag || !featureFlags?.length || featureFlags.join() === featureFlag

/** Refuses two different values for what are two names of one field. */
const oneOrTheOther = <T extends Flags>() =>
  z.refine<T>(agree, {
    error: 'featureFlag and featureFlags are two names of one field: two values were given',
    path: ['featureFlags'],
  })

/** An event type's replacement: what is absent is reset. */
export const EventTypeUpdate = z.object({
  description: Text(),
  archived: z._default(z.boolean(), false),
  schemas: z.optional(z.nullable(Schemas)),
  deprecated: z._default(z.boolean(), false),
  groupName: z.optional(z.nullable(Name(256))),
  ...flags,
})
export type EventTypeUpdate = z.infer<typeof EventTypeUpdate>

/** A new event type. */
export const EventTypeIn = z.extend(EventTypeUpdate, { name: EventTypeName })
export type EventTypeIn = z.infer<typeof EventTypeIn>

/** A change of an event type: an absent field stays, null clears what can be absent. */
export const EventTypePatch = z.object({
  description: z.optional(Text()),
  archived: z.optional(z.boolean()),
  schemas: z.optional(z.nullable(Schemas)),
  deprecated: z.optional(z.boolean()),
  groupName: z.optional(z.nullable(Name(256))),
  ...flags,
})
export type EventTypePatch = z.infer<typeof EventTypePatch>

/** An event type as it is answered. */
export const EventTypeOut = z.object({
  name: z.string(),
  description: z.string(),
  archived: z.boolean(),
  deprecated: z.boolean(),
  schemas: z.nullable(Schemas),
  groupName: z.nullable(z.string()),
  featureFlags: z.nullable(z.array(z.string())),
  /** The first of them. */
  featureFlag: z.nullable(z.string()),
  createdAt: Instant,
  updatedAt: Instant,
})
export type EventTypeOut = z.infer<typeof EventTypeOut>

/** An OpenAPI document: an object, or its text in JSON or YAML. Exactly one of them, otherwise 400. */
export const EventTypeImportOpenApiIn = z.object({
  spec: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  specRaw: z.optional(z.nullable(z.string())),
  /** Changes nothing, and answers what would be written. */
  dryRun: z._default(z.boolean(), false),
  /** Archives every event type that the document does not describe. */
  replaceAll: z._default(z.boolean(), false),
})
export type EventTypeImportOpenApiIn = z.infer<typeof EventTypeImportOpenApiIn>

/** The names of the event types that were written. */
export const EventTypeImportOpenApiOut = z.object({
  data: z.object({
    /** Empty after a dry run. */
    modified: z.array(z.string()),
    /** What a dry run would have written; absent otherwise. */
    to_modify: z.optional(
      z.nullable(
        z.array(
          z.object({
            name: z.string(),
            description: z.string(),
            deprecated: z.boolean(),
            schemas: z.nullable(Schemas),
            groupName: z.nullable(z.string()),
            featureFlags: z.nullable(z.array(z.string())),
          }),
        ),
      ),
    ),
  }),
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
    summary: 'List event types by name; archived ones and schemas on request',
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
    body: EventTypeIn.check(oneOrTheOther()),
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
    summary: 'Generate an example from a JSON Schema',
    access: 'application',
    body: EventTypeSchemaIn,
    bodyLimit,
    returns: { 200: EventTypeExampleOut },
  },
  get: {
    method: 'GET',
    path: '/event-type/{event_type_name}',
    summary: 'Get an event type, archived or not',
    access: 'application',
    returns: { 200: EventTypeOut },
  },
  update: {
    method: 'PUT',
    path: '/event-type/{event_type_name}',
    summary: 'Replace or create an event type',
    access: 'organisation',
    body: EventTypeUpdate.check(oneOrTheOther()),
    bodyLimit,
    returns: { 200: EventTypeOut, 201: EventTypeOut },
  },
  patch: {
    method: 'PATCH',
    path: '/event-type/{event_type_name}',
    summary: 'Update fields of an event type',
    access: 'organisation',
    body: EventTypePatch.check(oneOrTheOther()),
    bodyLimit,
    returns: { 200: EventTypeOut },
  },
  delete: {
    method: 'DELETE',
    path: '/event-type/{event_type_name}',
    summary: 'Archive an event type, or delete it with `expunge`',
    access: 'organisation',
    query: z.object({ expunge: Flag(false) }),
    returns: { 204: null },
  },
} as const satisfies Contract[string]
