import * as z from 'zod/mini'

/** Everything that can happen to a transfer once it exists. From `contactFound` to `merge`: steps and timers alone. */
export const actions = [
  'approve',
  'cancel',
  'update.data',
  'update.route',
  'update.hash',
  'update.own',
  'confirm',
  'reject',
  'accept',
  'decline',
  'notReady',
  'redirect',
  'requestData',
  'process',
  'check',
  'contactFound',
  'expire',
  'deadline',
  'merge',
  'release',
] as const
export const Action = z.enum(actions)
export type Action = z.infer<typeof Action>

/**
 * For whom something happens: either company, one that redirected the transfer away (former), a timer or
 * step (system), or the network's desk. A rule acts for its company's side.
 */
export const sides = ['originator', 'beneficiary', 'former', 'system', 'network'] as const
export const Side = z.enum(sides)
export type Side = z.infer<typeof Side>

/** What did it: a person, a machine with a client's credentials, a rule, a timer or step, or the network. */
export const actors = ['PERSON', 'CLIENT', 'RULE', 'SYSTEM', 'NETWORK'] as const
export const ActedBy = z.enum(actors)
export type ActedBy = z.infer<typeof ActedBy>
