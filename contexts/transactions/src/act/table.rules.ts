import * as g from './guard.rules.ts'
import { and, not } from './guard.rules.ts'
import {
  drop,
  fixed,
  forbid,
  hold,
  invalid,
  type Line,
  move,
  on,
  refuse,
  same,
  stay,
  stayOwn,
} from './line.rules.ts'

/** The statuses before the beneficiary's company hears of a transfer. */
export const early = [
  'SAVED',
  'MISSING_BENEFICIARY_DATA',
  'NEW',
  'WAITING_FOR_INFORMATION',
] as const
const unconfirmed = ['SENT', 'NOT_READY'] as const
const open = ['ACK', ...unconfirmed] as const
const alive = [...early, ...open, 'ACCEPTED'] as const
const decided = ['ACCEPTED', 'DECLINED', 'REJECTED'] as const
const updates = ['update.data', 'update.route'] as const

const toSent = move('SENT', 'SENT')
const toNew = move('NEW', 'RULES')
const toSaved = move('SAVED', 'RULES')
const toMissing = move('MISSING_BENEFICIARY_DATA', 'RULES')
const toAck = move('ACK', 'ACKNOWLEDGED')
const toAccepted = move('ACCEPTED', 'DECIDED')
const toDeclined = move('DECLINED', 'DECIDED')
const toCancelled = move('CANCELLED', 'CANCELLED')
const redirected = move('SENT', 'REDIRECTED')
const amended = stay('AMENDED', 'RULES')
const dataMissing = and(g.travels, not(g.complete))
const planExhausted = and(g.reachable, not(g.planAllows))

const approving = [
  ...on(['SAVED'], 'approve', 'originator', [g.held, stay('HOLD_LIFTED')], [not(g.held), refuse]),
  ...on(
    ['NEW'],
    'approve',
    'originator',
    [and(g.reachable, g.planAllows), move('SENT', 'HOLD_LIFTED', 'SENT')],
    [planExhausted, hold],
    [not(g.reachable), move('WAITING_FOR_INFORMATION', 'HOLD_LIFTED', 'WAITING')],
  ),
  ...on(
    ['WAITING_FOR_INFORMATION'],
    'approve',
    'originator',
    [and(g.reachable, g.planAllows), move('SENT', 'HOLD_LIFTED', 'SENT')],
    [planExhausted, hold],
    [not(g.reachable), same],
  ),
  ...on([...open, 'ACCEPTED'], 'approve', 'originator', [g.always, same]),
  ...on(
    ['INCOMPLETE'],
    'approve',
    'originator',
    [g.complete, move('ACK', 'ACKNOWLEDGED', 'ANSWERED')],
    [not(g.complete), invalid],
  ),
]

const cancelling = [
  ...on(alive, 'cancel', 'originator', [g.cancellable, toCancelled], [not(g.cancellable), refuse]),
  ...on(['CANCELLED'], 'cancel', 'originator', [g.always, same]),
  ...on(['INCOMPLETE'], 'cancel', 'beneficiary', [g.always, toCancelled]),
  ...on(
    ['CANCELLED'],
    'cancel',
    'beneficiary',
    [g.ownIncomplete, same],
    [not(g.ownIncomplete), refuse],
  ),
]

const updating = [
  ...updates.flatMap((update) => [
    ...on(
      ['SAVED'],
      update,
      'originator',
      [and(g.travels, g.complete), toNew],
      [and(g.travels, g.skipping), toMissing],
      [and(g.travels, g.unskippable), invalid],
      [not(g.travels), stay('RULES')],
    ),
    ...on(
      ['MISSING_BENEFICIARY_DATA'],
      update,
      'originator',
      [and(g.travels, g.complete), toNew],
      [dataMissing, stay('RULES')],
      [not(g.travels), toSaved],
    ),
    ...on(
      ['NEW'],
      update,
      'originator',
      [and(g.travels, g.complete), stay('RULES')],
      [dataMissing, invalid],
      [not(g.travels), toSaved],
    ),
  ]),
  ...on(['WAITING_FOR_INFORMATION'], 'update.data', 'originator', [g.always, stay('RULES')]),
  ...on(
    ['WAITING_FOR_INFORMATION'],
    'update.route',
    'originator',
    [and(g.complete, g.sendable), toSent],
    [and(g.complete, not(g.sendable)), stay('RULES')],
    [not(g.complete), invalid],
  ),
  ...on(open, 'update.data', 'originator', [g.always, amended]),
  ...on([...open, 'ACCEPTED'], 'update.route', 'originator', [g.always, fixed]),
  ...on(
    ['INCOMPLETE'],
    'update.data',
    'originator',
    [g.complete, stay('SUPPLIED', 'RULES')],
    [not(g.complete), invalid],
  ),
  ...on(['INCOMPLETE'], 'update.data', 'beneficiary', [g.always, stay()]),
]

const noting = [
  ...(['originator', 'beneficiary'] as const).flatMap((side) => {
    const seen = side === 'originator' ? early : []
    return [
      ...on(
        [...seen, ...open, ...decided],
        'update.hash',
        side,
        [not(g.hashSet), stay()],
        [and(g.hashSet, g.hashSame), same],
        [and(g.hashSet, not(g.hashSame)), fixed],
      ),
      ...on([...seen, ...open, ...decided, 'CANCELLED', 'INCOMPLETE'], 'update.own', side, [
        g.always,
        stayOwn,
      ]),
      ...on([...seen, ...open, 'ACCEPTED'], 'check', side, [g.always, stay('RULES')]),
    ]
  }),
  ...on(['INCOMPLETE'], 'update.hash', 'beneficiary', [g.hashSame, same], [not(g.hashSame), fixed]),
  ...on(['INCOMPLETE'], 'check', 'beneficiary', [g.always, stay('RULES')]),
]

const answering = [
  ...on(unconfirmed, 'confirm', 'beneficiary', [g.always, toAck]),
  ...on(['ACK', 'ACCEPTED'], 'confirm', 'beneficiary', [g.always, same]),
  ...on(unconfirmed, 'reject', 'beneficiary', [g.always, move('REJECTED', 'DECIDED')]),
  ...on(['REJECTED'], 'reject', 'beneficiary', [g.always, same]),
  ...on(['INCOMPLETE'], 'reject', 'originator', [g.always, stay('DISOWNED')]),
  ...on(
    unconfirmed,
    'accept',
    'beneficiary',
    [g.dataWaived, move('ACCEPTED', 'CONFIRMED', 'DECIDED')],
    [not(g.dataWaived), refuse],
  ),
  ...on(['ACK'], 'accept', 'beneficiary', [g.decidable, toAccepted], [not(g.decidable), refuse]),
  ...on(['ACCEPTED'], 'accept', 'beneficiary', [g.always, same]),
  ...on(
    ['INCOMPLETE'],
    'accept',
    'beneficiary',
    [g.explained, toAccepted],
    [not(g.explained), refuse],
  ),
  ...on(unconfirmed, 'decline', 'beneficiary', [
    g.always,
    move('DECLINED', 'CONFIRMED', 'DECIDED'),
  ]),
  ...on(['ACK', 'INCOMPLETE'], 'decline', 'beneficiary', [g.always, toDeclined]),
  ...on(['DECLINED'], 'decline', 'beneficiary', [g.always, same]),
  ...on(['SENT'], 'notReady', 'beneficiary', [g.always, move('NOT_READY', 'NOT_READY')]),
  ...on(['NOT_READY'], 'notReady', 'beneficiary', [g.always, same]),
  ...on(open, 'requestData', 'beneficiary', [g.always, stay('REQUESTED')]),
  ...on(
    ['INCOMPLETE'],
    'requestData',
    'beneficiary',
    [g.originatorKnown, stay('REQUESTED')],
    [not(g.originatorKnown), refuse],
  ),
]

const redirecting = [
  ...on(
    open,
    'redirect',
    'beneficiary',
    [g.toGroup, redirected],
    [g.toSelf, same],
    [g.outOfGroup, forbid],
  ),
  ...on(
    open,
    'redirect',
    'network',
    [g.toGroupOrSurvivor, redirected],
    [not(g.toGroupOrSurvivor), forbid],
  ),
  ...on(
    ['WAITING_FOR_INFORMATION'],
    'redirect',
    'network',
    [and(g.toSurvivor, g.sendable), move('SENT', 'REASSESSED', 'SENT')],
    [and(g.toSurvivor, not(g.sendable)), stay('REASSESSED')],
    [not(g.toSurvivor), forbid],
  ),
]

const following = [
  ...on(alive, 'process', 'originator', [not(g.processed), stay('PROCESS')], [g.processed, same]),
  ...(['system', 'network'] as const).flatMap((side) =>
    on(
      ['WAITING_FOR_INFORMATION'],
      'contactFound',
      side,
      [g.sendable, toSent],
      [and(g.reachable, not(g.unhindered)), stay()],
      [not(g.reachable), side === 'system' ? drop : refuse],
    ),
  ),
  ...on(
    ['WAITING_FOR_INFORMATION', ...open],
    'expire',
    'system',
    [g.expiry.cancel, toCancelled],
    [g.expiry.cancelTooLate, drop],
    [g.expiry.process, stay('PROCESS')],
    [g.expiry.processTooLate, drop],
    [g.expiry.wait, drop],
  ),
  ...on(
    [...open, 'INCOMPLETE'],
    'deadline',
    'system',
    [g.deadlineRule, toDeclined],
    [not(g.deadlineRule), drop],
  ),
  ...on(
    ['INCOMPLETE'],
    'merge',
    'system',
    [g.match, move('CANCELLED', 'MERGED')],
    [not(g.match), drop],
  ),
  ...on(
    ['ACK', 'ACCEPTED'],
    'release',
    'system',
    [and(not(g.released), g.mayRelease), stay('RELEASED')],
    [and(not(g.released), not(g.mayRelease)), stay('WITHHELD')],
    [g.released, same],
  ),
  ...on(
    ['ACK', 'ACCEPTED'],
    'release',
    'originator',
    [g.withheld, stay('RELEASED')],
    [not(g.withheld), same],
  ),
]

/**
 * Everything that can become of a transfer. What it doesn't mention is refused, as `decide` says. Server,
 * buttons and documents read it.
 */
export const table: readonly Line[] = [
  ...approving,
  ...cancelling,
  ...updating,
  ...noting,
  ...answering,
  ...redirecting,
  ...following,
]
