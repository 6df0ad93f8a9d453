import { ApiError } from '@countersign/kit/client'
import { connect } from '@countersign/kit/db'
import { testPool } from '@countersign/kit/testing-query'
import { seed } from '@countersign/kit/testing-volume'
import fc from 'fast-check'
import { expect } from 'vitest'
import { runSteps } from '../step/index.ts'
import type { DB } from '../tables.gen.ts'
import type { TransactionsDatabase } from '../tables.ts'
import { granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'
import { interleave } from './interleave.fixture.ts'

/** The transfers that two race about. */
export type Subject = {
  readonly id: string
  /** Reported without the message that the transfer is. */
  readonly deposit?: string
  readonly txHash?: string
}
/** What somebody does about them, through a database of their own. */
export type Does = (by: Hands, subject: Subject) => Promise<unknown>
/** With what they do it. */
type Hands = Awaited<ReturnType<typeof raceFixture>>['hands'] extends (...of: never[]) => infer H
  ? H
  : never

/** Two that race about the same transfers. */
type Pair = {
  readonly before: () => Promise<Subject>
  readonly one: Does
  readonly other: Does
  /** They do the same, so that nobody can tell who was first. */
  readonly alike?: true
  /** What else is to be seen afterwards. */
  readonly seen?: (subject: Subject) => Promise<unknown>
}

/** How many statements a turn has: mostly few, sometimes all that there are. */
const burst = fc.constantFrom(1, 1, 2, 3, 5, 8, 13, 100)

/** The context, and races in it. `orders`: how many orders of a pair's statements are tried. */
export async function raceFixture(orders: number) {
  const warnings: string[] = []
  const warn = (facts: { readonly err?: unknown }) =>
    void warnings.push(String(Reflect.get(Object(facts.err), 'code') ?? facts.err))
  const fixture = await transfersFixture({ log: { warn } })
  const relay = connect<DB>({ url: fixture.url, role: 'countersign_relay', max: 1 })
  const pool = testPool({ connectionString: fixture.url, max: 1 })
  const { deps } = fixture

  const hands = (database: TransactionsDatabase) => ({
    ours: fixture.as(kestrel, {}, { database }),
    theirs: fixture.as(granite, {}, { database }),
    deps: { ...deps, database },
    rulesOf: (company: string) => fixture.rulesOf(company, {}, { database }),
    /** What is due of a transfer in a company: timers among them. */
    due: (company: string, id: string) => runSteps({ ...deps, database }, id, [company]),
  })
  /** Whatever is left of transfers; others' timers are of no interest. */
  const drain = async (ids: readonly string[]) => {
    for (const id of ids) {
      let ran = 1
      for (let round = 0; ran > 0; round++) {
        expect(round, 'what follows comes to an end').toBeLessThan(10)
        ran = await runSteps(deps, id, [kestrel, granite])
      }
    }
  }

  /** All that is to be seen of transfers: the same in two runs that were the same. */
  async function outcome({ seen }: Pair, subject: Subject, done: readonly string[]) {
    const ids = [subject.id, ...(subject.deposit === undefined ? [] : [subject.deposit])]
    await drain(ids)
    const states: unknown[] = []
    for (const id of ids)
      states.push({
        ...(await pool.query<object>(stateOf(id))).rows[0],
        metered: fixture.metered.filter((one) => one === id).length,
      })
    const named = JSON.stringify({ done, states, seen: await seen?.(subject) }, null, 1)
    return ids.reduce(
      (text, id, n) => text.replaceAll(id, `transfer ${n}`),
      named.replaceAll(/rul_\w+/g, 'rule'),
    )
  }

  /**
   * Asserts that whatever the order of the statements of two that race, all is as if one of them had come after the other:
   * nothing lost, nothing done twice, and the same refusals.
   */
  async function race(pair: Pair) {
    const { database } = deps
    const does = (what: Does, subject: Subject) => (through: TransactionsDatabase) =>
      what(hands(through), subject)
    const inTurn = async (first: 'one' | 'other', second: 'one' | 'other') => {
      const subject = await pair.before()
      const done = new Map<string, string>()
      for (const name of [first, second]) {
        const [settled] = await Promise.allSettled([does(pair[name], subject)(database)])
        done.set(name, said(settled))
      }
      return outcome(pair, subject, [done.get('one') ?? '', done.get('other') ?? ''])
    }
    const serial = [await inTurn('one', 'other'), await inTurn('other', 'one')]
    expect(new Set(serial).size, 'who comes first makes a difference').toBe(pair.alike ? 1 : 2)
    const turns = fc.infiniteStream(burst)
    const property = fc.asyncProperty(fc.scheduler(), turns, async (scheduler, bursts) => {
      const subject = await pair.before()
      const racers = [does(pair.one, subject), does(pair.other, subject)] as const
      const settled = await interleave(database, pool, scheduler, bursts, racers)
      const now = await outcome(pair, subject, settled.map(said))
      expect(now).toBe(nearest(now, serial))
      expect(warnings, 'no step has failed').toEqual([])
    })
    await fc.assert(property, { seed, numRuns: orders, endOnFailure: true })
  }
  return {
    ...fixture,
    hands,
    race,
    relay,
    close: async () => {
      await pool.end()
      await relay.close()
      await fixture.close()
    },
  }
}

/** The one that has most in common with an outcome: what differs is then short. */
function nearest(now: string, outcomes: readonly string[]): string | undefined {
  const lines = new Set(now.split('\n'))
  const common = (one: string) => one.split('\n').filter((line) => lines.has(line)).length
  return (
    outcomes.find((one) => one === now) ?? outcomes.toSorted((a, b) => common(b) - common(a))[0]
  )
}

const said = (outcome: PromiseSettledResult<unknown> | undefined): string => {
  if (outcome?.status !== 'rejected') return 'done'
  const { reason } = outcome
  return reason instanceof ApiError && reason.status < 500
    ? `${reason.status} ${nameOf(reason.body)}`
    : `failed: ${reason}`
}

/** The name of an error as the API says it. */
const nameOf = (body: unknown): unknown => {
  const error = Reflect.get(Object(body), 'err')
  return Reflect.get(Object(error), 'name')
}

/** One row about a transfer: what both companies share, what each sees, was told, and has on record. */
const stateOf = (id: string) => {
  const all = (what: string, from: string, order: string) =>
    `(select coalesce(jsonb_agg(concat_ws(' ', ${what}) order by ${order}), '[]') from ${from})`
  const of = `where transfer_id = '${id}'`
  return `select status, version, reason_code, beneficiary_did, merged_into, origin_tx_hash is not null as hash,
      sent_at is not null as sent, acked_at is not null as acked, data_version,
    ${all(
      `vasp_did, status, version, section, 'waits for', waits_for, 'held by', held_by, process_cause, hash_state, assignee, tags,
        released_at is not null, erased_at is not null, tx_hash is not null, rule_id, counterparty_did`,
      `transactions.side ${of}`,
      'vasp_did',
    )} as sides,
    ${all(
      'vasp_did, version, side, action, by_kind, from_status, to_status, reason_code, rule_id',
      `transactions.act ${of}`,
      'vasp_did, seq',
    )} as acts,
    ${all(
      `vasp_did, type, payload ->> 'version', payload ->> 'fromStatus', payload ->> 'toStatus', payload ->> 'cause'`,
      `outbox.event where object = '${id}'`,
      'vasp_did, position',
    )} as events,
    ${all('vasp_did, action', `audit.entry where object = '${id}'`, 'vasp_did, number')} as audit,
    ${all(
      'vasp_did, kind, version, done_at is not null, stuck, tries',
      `transactions.step ${of} and (kind = 'REVOKE' or not timer)`,
      'vasp_did, version, no, kind',
    )} as steps,
    ${all('vasp_did, owner_did, part, version', `transactions.sealed_key ${of}`, 'vasp_did, owner_did, part, version')} as keys,
    ${all('vasp_did, stage, action', `transactions.decision ${of}`, 'id')} as decisions,
    ${all(
      'vasp_did, owner_did, part, version, reason_code, comment is not null',
      `transactions.pii_view ${of}`,
      'vasp_did, owner_did, part, id',
    )} as views
    from transactions.transfer where id = '${id}'`
}
