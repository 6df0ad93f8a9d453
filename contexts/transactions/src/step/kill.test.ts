import { connect } from '@countersign/kit/db'
import { drawn } from '@countersign/kit/testing-volume'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '../tables.gen.ts'
import {
  draft,
  granite,
  kestrel,
  type StepKind,
  stepKinds,
  transfersFixture,
  vacant,
} from '../transfer/transfers.fixture.ts'
import { sweepSteps } from './sweep.worker.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
let relay: ReturnType<typeof connect<DB>>
/** Accepts by a rule, and cancels what nobody answers. */
const slate = 'did:web:slate.example'
/** What a duplicate was merged into. */
const survivor = 'did:web:survivor.example'
beforeAll(async () => {
  fixture = await transfersFixture()
  relay = connect<DB>({ url: fixture.url, role: 'countersign_relay', max: 1 })
  const base = fixture.companies.get(granite)
  if (!base) throw new Error('No such company')
  for (const did of [slate, survivor])
    fixture.companies.set(did, { ...base, did, name: did, group: did })
  await fixture.rulesOf(slate).set({
    body: { ruleSet: { incoming: [{ ruleCheck: 'ALL', actionRule: 'APPROVE' }] }, note: 'Accept' },
  })
  const at = { vaspDID: slate }
  const settings = await fixture.as(slate).settings(at)
  const onNoResponse = { action: 'CANCEL' as const, afterMinutes: 60, processFor: [] }
  await fixture.as(slate).saveSettings({ ...at, body: { ...settings, onNoResponse } })
  // A process dies with its connection: here the connection goes at the very end of a step's transaction, once.
  await fixture.rows(`create sequence public.kills;
    create function public.kill_once() returns trigger language plpgsql security definer as $$ begin
      if nextval('public.kills') = 2 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return null;
    end $$`)
})
afterAll(async () => {
  await relay.close()
  await fixture.close()
})

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const ours = () => fixture.as(kestrel)
const theirs = () => fixture.as(granite)
const created = async (more: object = {}, by: string = kestrel) =>
  (await fixture.as(by).create({ body: draft({ originatorVASPdid: by, ...more }) })).id
const sent = async (more: object = {}, by: string = kestrel) => {
  const id = await created(more, by)
  await fixture.as(by).approve({ query: { id } })
  return id
}
const confirmed = async () => {
  const id = await sent()
  await theirs().confirm({ query: { id } })
  return id
}
async function drain() {
  // What failed once is due again a second later.
  for (let round = 0; round < 3; round++) {
    while ((await sweepSteps({ deps: fixture.deps, relay })) > 0);
    fixture.clock.advance(1_100)
  }
}
const after = async (ms: number) => {
  fixture.clock.advance(ms)
  await drain()
}
const inVacant = (hasAdmin: boolean) => {
  const base = fixture.companies.get(vacant)
  if (base) fixture.companies.set(vacant, { ...base, hasAdmin })
}

/** For each kind of step: a transfer before it, and what brings it about. A new kind needs a line here. */
const scenarios: Readonly<
  Record<StepKind, { before: () => Promise<string>; run: (id: string) => Promise<unknown> }>
> = {
  FOLLOW: { before: sent, run: (id) => theirs().confirm({ query: { id } }) },
  ARRIVE: { before: created, run: (id) => ours().approve({ query: { id } }) },
  DECIDE: {
    before: () => sent({ beneficiaryVASPdid: slate }),
    run: (id) => fixture.as(slate).confirm({ query: { id } }),
  },
  RELEASE: { before: sent, run: (id) => theirs().confirm({ query: { id } }) },
  VIEWED: {
    before: confirmed,
    run: (id) => theirs().decrypt({ body: { id, reason: { code: 'AUDIT' } } }),
  },
  WAKE: {
    before: sent,
    run: async (id) => {
      const until = new Date(fixture.clock() + hour).toISOString()
      await theirs().notReady({ body: { id, until } })
      await after(hour)
    },
  },
  REQUEST_DUE: {
    before: sent,
    run: async (id) => {
      await theirs().requestData({ body: { id, fields: ['originator.BIRTH'], dueInHours: 1 } })
      await after(hour)
    },
  },
  NO_RESPONSE: { before: () => sent({}, slate), run: () => after(hour) },
  REVOKE: {
    before: async () => {
      const id = await confirmed()
      await ours().cancel({ body: { id, reason: 'WRONG_DETAILS' } })
      return id
    },
    run: async (id) => {
      // The database itself counts the days.
      await fixture.rows(
        `update transactions.transfer set updated_at = now() - interval '31 days' where id = '${id}'`,
      )
      await after(30 * day)
    },
  },
  SIMULATE: {
    before: async () => {
      const { company, addresses } = await fixture.simulatorOf(kestrel).get({ query: {} })
      const found = addresses.find(({ answer, asset }) => answer === 'ACCEPT' && asset === 'ETH')
      return created({
        beneficiaryVASPdid: company.did,
        transactionBlockchainInfo: { destination: found?.address },
      })
    },
    run: (id) => ours().approve({ query: { id } }),
  },
  CONTACT: {
    before: () => sent({ beneficiaryVASPdid: vacant }),
    run: async () => {
      inVacant(true)
      await after(hour)
      inVacant(false)
    },
  },
  NETWORK: {
    before: sent,
    run: async (id) => {
      fixture.survivors.set(granite, survivor)
      const desk = fixture.networkOf('network', { did: 'did:example:noor' })
      await desk.redirect({ body: { id, to: survivor } })
      await drain()
      fixture.survivors.clear()
    },
  },
  PRICE: {
    before: async () => {
      const unpriced = fixture.as(kestrel, {}, { prices: { quote: async () => null } })
      return (await unpriced.create({ body: draft() })).id
    },
    run: () => after(minute),
  },
  REMIND: { before: sent, run: () => after(day) },
}

/** Everything that a transfer has left behind, but for ids and times. */
async function leftBy(id: string) {
  const of = async (columns: string, table: string, by = 'transfer_id') =>
    (
      await fixture.rows(`select ${columns} from ${table} where ${by} = '${id}' order by 1, 2, 3`)
    ).map((row) => JSON.stringify(row))
  return {
    transfer: await of(
      'status, version, reason_code, beneficiary_did',
      'transactions.transfer',
      'id',
    ),
    sides: await of(
      `vasp_did, status, version, waits_for, section, held_by, charged, value, released_at is null as sealed`,
      'transactions.side',
    ),
    acts: await of(
      'vasp_did, seq, version, side, action, by_kind, from_status, to_status',
      'transactions.act',
    ),
    keys: await of('vasp_did, part, version', 'transactions.sealed_key'),
    views: await of('vasp_did, part, version, viewer_did', 'transactions.pii_view'),
    steps: await of('vasp_did, kind, version, done_at is null as open', 'transactions.step'),
    events: await of(
      `vasp_did, type, coalesce(payload ->> 'version', '') as version`,
      'outbox.event',
      'object',
    ),
  }
}
const mails = async () => (await fixture.rows('select count(*)::int as n from mail.outbox'))[0]?.n

test.each(drawn(stepKinds))(
  '[TX-02] a kill at the end of a %s step leaves in the end what there is without one',
  async (kind) => {
    const { before, run } = scenarios[kind]
    const through = async (isKilled: boolean) => {
      const id = await before()
      const mailed = Number(await mails())
      await fixture.rows(`alter sequence public.kills restart`)
      if (isKilled) await fixture.rows(`select nextval('public.kills')`)
      await fixture.rows(`create constraint trigger kill after update on transactions.step
        deferrable initially deferred for each row
        when (new.done_at is not null and old.done_at is null and new.kind = '${kind}' and new.transfer_id = '${id}')
        execute function public.kill_once()`)
      await run(id)
      await drain()
      await fixture.rows('drop trigger kill on transactions.step')
      const [{ last_value } = {}] = await fixture.rows('select last_value from public.kills')
      return {
        left: await leftBy(id),
        mailed: Number(await mails()) - mailed,
        ends: Number(last_value),
      }
    }
    const calm = await through(false)
    const killed = await through(true)
    expect(killed.ends, 'it was killed, and ran again').toBeGreaterThan(2)
    expect(killed.left).toEqual(calm.left)
  },
)
