import { connect } from '@countersign/kit/db'
import { createLog } from '@countersign/kit/log'
import { createRelay } from '@countersign/kit/outbox.worker'
import { messageSender } from '../../apps/server/src/relay/message-sender.ts'
import { answer, childOptions } from '../child.ts'
import { relayBefore } from './before.ts'

/** A process that hands events over, ours or as it was before, and remembers when each was accepted. */
export type RelayOptions = { databaseUrl: string; url: string; token: string; before: boolean }

/** What it is asked: to begin, or what was accepted since the last time. */
export type RelayQuestion = { readonly begin: boolean }
/** How many, and the id and time of each in milliseconds since 1970. */
export type RelayAnswer = { readonly accepted: readonly (readonly [id: string, at: number])[] }

const { databaseUrl, url, token, before } = childOptions<RelayOptions>()
const database = connect<unknown>({ url: databaseUrl, role: 'countersign_relay', max: 2 })
const applicationOf = (did: string) => did.replaceAll(':', '-')
let accepted: [string, number][] = []
const told = (id: string) => accepted.push([id, performance.timeOrigin + performance.now()])

function begin(): void {
  if (before) return void relayBefore({ database, url, token, applicationOf, told })
  const sender = messageSender({ url, token })
  createRelay({
    database,
    sender: {
      send: async (application, message) => {
        await sender.send(application, message)
        told(message.eventId)
      },
    },
    applications: async (_, dids) => new Map(dids.map((did) => [did, applicationOf(did)])),
    clock: Date.now,
    random: Math.random,
    log: createLog('warn'),
  }).start()
}

answer<RelayQuestion>(async (question) => {
  if (question.begin) begin()
  const answered: RelayAnswer = { accepted }
  accepted = []
  return answered
})
process.send?.('ready')
