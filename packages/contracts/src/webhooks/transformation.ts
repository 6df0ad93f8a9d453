import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import type { Contract } from '../operation.ts'
import { RawObjectIn } from '../raw-json.ts'
import { maxPayloadBytes } from './message.ts'
import { Channels, EventTypeName, Text } from './values.ts'

/** JavaScript that declares `function handler(webhook)`. */
export const TransformationCode = z.string().check(
  z.minLength(10, 'Code must have at least 10 characters'),
  z.maxLength(51_200, 'Code must have at most 51200 characters'),
  z.refine((code) => !code.includes('\0'), 'Code can’t contain NUL'),
)

const maxVariables = 50
const VariableText = (most: number) =>
  Text().check(z.maxLength(most, `Variables can have at most ${most} characters here`))

/** Texts that the code gets by name, such as keys of the receiver. */
export const TransformationVariables = z
  .record(VariableText(128), VariableText(2048))
  .check(
    z.refine(
      (variables) => Object.keys(variables).length <= maxVariables,
      `There can be at most ${maxVariables} variables`,
    ),
  )
  .register(z.globalRegistry, { maxProperties: maxVariables })
export type TransformationVariables = z.infer<typeof TransformationVariables>

/** A change of an endpoint's transformation: an absent field stays, null removes it. */
export const EndpointTransformationIn = z.object({
  code: z.optional(z.nullable(TransformationCode)),
  enabled: z.optional(z.boolean()),
  /** The code finds them in `webhook.variables`. */
  variables: z.optional(z.nullable(TransformationVariables)),
})
export type EndpointTransformationIn = z.infer<typeof EndpointTransformationIn>

/** An endpoint's transformation as it is answered; without code there is none. */
export const EndpointTransformationOut = z.object({
  code: z.nullable(z.string()),
  enabled: z.boolean(),
  /** Null without any, and for tokens that may not manage transformations. */
  variables: z.nullable(TransformationVariables),
  /** When any of it changed last; null before there was any. */
  updatedAt: z.nullable(Instant),
})

/** Code to try out, and the message to try it on. */
export const TransformationSimulateIn = z.object({
  code: TransformationCode,
  eventType: EventTypeName,
  payload: RawObjectIn('Payload must be an object.'),
  /** Has no influence: the code does not see it. */
  channels: z.optional(z.nullable(Channels(5))),
  /** Those of the endpoint when absent. */
  variables: z.optional(z.nullable(TransformationVariables)),
})
export type TransformationSimulateIn = z.infer<typeof TransformationSimulateIn>

/** What would be sent. */
export const TransformationSimulateOut = z.object({
  url: z.string(),
  /** Null when nothing would be sent. */
  method: z.nullable(z.enum(['POST', 'PUT'])),
  payload: z.string(),
  /** Whether the code canceled the message. */
  cancel: z.boolean(),
})

export type TransformationSimulateOut = z.infer<typeof TransformationSimulateOut>

/** How a simulation is asked for, of an endpoint's code as of a template's. */
export const simulation = {
  body: TransformationSimulateIn,
  // The payload, and each character of the code as an escape.
  bodyLimit: maxPayloadBytes + 512 * 1024,
  raw: ['payload'],
  returns: { 200: TransformationSimulateOut },
} as const

/** An endpoint's own code, run for each attempt before it is signed. */
export const endpointTransformation = {
  getTransformation: {
    method: 'GET',
    path: '/app/{app_id}/endpoint/{endpoint_id}/transformation',
    summary: 'Get the code that transforms messages to this endpoint; null if there is none',
    access: 'application',
    returns: { 200: EndpointTransformationOut },
  },
  patchTransformation: {
    method: 'PATCH',
    path: '/app/{app_id}/endpoint/{endpoint_id}/transformation',
    summary: 'Change, enable or disable the code; `code: null` removes it',
    access: 'application',
    body: EndpointTransformationIn,
    bodyLimit: 512 * 1024,
    returns: { 204: null },
  },
  simulateTransformation: {
    method: 'POST',
    path: '/app/{app_id}/endpoint/{endpoint_id}/transformation/simulate',
    summary: 'Run the given code on a message to this endpoint without sending it',
    access: 'application',
    ...simulation,
  },
} as const satisfies Contract[string]
