import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import type { Contract } from '../operation.ts'
import { simulation, TransformationCode } from './transformation.ts'
import { FilterTypes, Iterator, Limit, Name, Order, page, Text } from './values.ts'

/** For whom a template is made. */
const Kind = z.enum(['Custom', 'Slack'])

/** An address that a browser may open; anything else could be a script. */
const WebUrl = (what: string) =>
  z
    .url({ protocol: /^https?$/, error: `${what} must be an http or https URL` })
    .check(z.maxLength(65_536, 'String too long'))

const Link = z.nullable(WebUrl('instructionsLink'))

/** A template's replacement: what is absent is reset. */
export const TemplateUpdate = z.object({
  name: z._default(Text(), ''),
  description: z._default(Text(), ''),
  kind: z._default(Kind, 'Custom'),
  logo: WebUrl('logo'),
  instructions: z._default(Text(), ''),
  instructionsLink: z._default(Link, null),
  /** Event types that the code is written for. */
  filterTypes: z._default(z.nullable(FilterTypes), null),
  /** Hides the template from portal tokens that do not hold this flag. */
  featureFlag: z._default(z.nullable(Name(256)), null),
  transformation: TransformationCode,
})
export type TemplateUpdate = z.infer<typeof TemplateUpdate>

/** A new template, which must have a name. */
export const TemplateIn = z.extend(TemplateUpdate, { name: Text() })
export type TemplateIn = z.infer<typeof TemplateIn>

/** A change of a template: an absent field stays; null clears the link, the types and the flag. */
export const TemplatePatch = z.object({
  name: z.optional(Text()),
  description: z.optional(Text()),
  kind: z.optional(Kind),
  logo: z.optional(WebUrl('logo')),
  instructions: z.optional(Text()),
  instructionsLink: z.optional(Link),
  filterTypes: z.optional(z.nullable(FilterTypes)),
  featureFlag: z.optional(z.nullable(Name(256))),
  transformation: z.optional(TransformationCode),
})
export type TemplatePatch = z.infer<typeof TemplatePatch>

/** A template as it is answered. */
export const TemplateOut = z.object({
  id: z.string(),
  orgId: z.string(),
  name: z.string(),
  description: z.string(),
  kind: Kind,
  logo: z.string(),
  instructions: z.string(),
  instructionsLink: z.nullable(z.string()),
  filterTypes: z.nullable(z.array(z.string())),
  featureFlag: z.nullable(z.string()),
  transformation: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type TemplateOut = z.infer<typeof TemplateOut>

const bodyLimit = 1024 * 1024

/** Transformations for applications to start from. */
export const transformationTemplate = {
  list: {
    method: 'GET',
    path: '/transformation-template',
    summary: 'List templates',
    access: 'application',
    query: z.object({ limit: Limit, iterator: Iterator('trtmpl_'), order: Order('ascending') }),
    returns: { 200: page(TemplateOut) },
  },
  create: {
    method: 'POST',
    path: '/transformation-template',
    summary: 'Create a template',
    access: 'organisation',
    body: TemplateIn,
    bodyLimit,
    returns: { 201: TemplateOut },
  },
  simulate: {
    method: 'POST',
    path: '/transformation-template/simulate',
    summary: 'Run the given code on a message to https://example.com/ without sending it',
    access: 'organisation',
    ...simulation,
  },
  get: {
    method: 'GET',
    path: '/transformation-template/{transformation_template_id}',
    summary: 'Get a template',
    access: 'application',
    returns: { 200: TemplateOut },
  },
  update: {
    method: 'PUT',
    path: '/transformation-template/{transformation_template_id}',
    summary: 'Replace a template, or create one under a new ID',
    access: 'organisation',
    body: TemplateUpdate,
    bodyLimit,
    returns: { 200: TemplateOut, 201: TemplateOut },
  },
  patch: {
    method: 'PATCH',
    path: '/transformation-template/{transformation_template_id}',
    summary: 'Update fields of a template',
    access: 'organisation',
    body: TemplatePatch,
    bodyLimit,
    returns: { 200: TemplateOut },
  },
  delete: {
    method: 'DELETE',
    path: '/transformation-template/{transformation_template_id}',
    summary: 'Delete a template; endpoints keep the code copied from it',
    access: 'organisation',
    returns: { 204: null },
  },
} as const satisfies Contract[string]
