import { ClientJwk } from '@countersign/contracts/transactions'
import { connect } from '@countersign/kit/db'
import { refusal } from '@countersign/kit/testing'
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '../tables.gen.ts'
import {
  canaries,
  draft,
  granite,
  kestrel,
  transfersFixture,
} from '../transfer/transfers.fixture.ts'
import { renewDue } from './renewal.worker.ts'
import { takeDueRotation } from './rotation.store.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

const people = { ana: 'did:example:ana', ben: 'did:example:ben' } as const
const keysOf = (who: keyof typeof people, company: string = kestrel) =>
  fixture.keysOf(company, { did: people[who] })
const ours = { vaspDID: kestrel }
const client = 'client_of_kestrel.example'

/** A machine's key pair: what to register, and the answer to its challenge. */
async function machine(crv: 'X25519' | 'P-256' = 'X25519') {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES+A256KW', {
    crv,
    extractable: true,
  })
  const jwk = ClientJwk.parse(await exportJWK(publicKey))
  return {
    body: { name: 'Ledger', jwk, clientIds: [client] },
    answer: async (challenge: string) =>
      Buffer.from((await compactDecrypt(challenge, privateKey)).plaintext).toString(),
  }
}
const register = async () => {
  const { body, answer } = await machine()
  const { key, challenge } = await keysOf('ana').register({ ...ours, body })
  return { id: key.id, path: { ...ours, key: key.id }, text: await answer(challenge) }
}
const keyOf = async (id: string) => (await keysOf('ana').list(ours)).keys.find((k) => k.id === id)
const mailsAbout = async (id: string) =>
  (await fixture.rows(`select recipient, subject, body from mail.outbox order by id`)).filter(
    ({ body }) => String(body).includes(id),
  )

test('[TX-04] a machine’s key is in use once it is proved and a second person has approved it', async () => {
  const { body, answer } = await machine('P-256')
  const { key, challenge } = await keysOf('ana').register({ ...ours, body })
  expect(key).toMatchObject({
    name: 'Ledger',
    curve: 'P-256',
    clientIds: [client],
    state: 'PENDING',
    isProved: false,
    addedBy: { did: people.ana },
    agreedBy: null,
    lastUsedAt: null,
  })
  const path = { ...ours, key: key.id }
  expect(await refusal(keysOf('ana').agree({ ...path, body: {} }))).toMatchObject({
    status: 403,
    body: { err: { name: 'SecondPersonNeededError' } },
  })
  const wrong = keysOf('ana').prove({ ...path, body: { answer: 'a guess' } })
  expect(await refusal(wrong)).toMatchObject({
    status: 422,
    body: { err: { name: 'KeyProofInvalidError' } },
  })
  const text = await answer(challenge)
  expect(await keysOf('ana').prove({ ...path, body: { answer: text } })).toMatchObject({
    state: 'PENDING',
    isProved: true,
  })
  const agreed = await keysOf('ben').agree({ ...path, body: {} })
  expect(agreed).toMatchObject({ state: 'ACTIVE', agreedBy: { did: people.ben } })
  expect(await keysOf('ben').agree({ ...path, body: {} })).toEqual(agreed)
  expect(await keyOf(key.id)).toEqual(agreed)
  expect(await keysOf('ana').remove({ ...ours, query: { key: key.id } })).toBeUndefined()
  expect(await keyOf(key.id)).toBeUndefined()
  const again = keysOf('ana').remove({ ...ours, query: { key: key.id } })
  expect(await refusal(again)).toMatchObject({ status: 404 })
})

test('[TX-04] the officers are told when a key awaits approval and when it comes into use, once', async () => {
  const { id, path, text } = await register()
  await keysOf('ben').agree({ ...path, body: {} })
  expect(await mailsAbout(id)).toHaveLength(1)
  for (const _ of [1, 2]) await keysOf('ana').prove({ ...path, body: { answer: text } })
  const mails = await mailsAbout(id)
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['officer@kestrel.example', 'A key for personal data awaits approval'],
    ['officer@kestrel.example', 'A key for personal data is in use'],
  ])
  expect(mails[0]?.body).toContain('https://desk.example/settings?tab=keys')
})

test('[TX-04] a key is registered for machines of the company alone, and once', async () => {
  const { body } = await machine()
  const theirs = { ...body, clientIds: [client, 'client_of_granite.example'] }
  expect(await refusal(keysOf('ana').register({ ...ours, body: theirs }))).toMatchObject({
    status: 422,
    body: { err: { fields: [{ loc: ['body', 'clientIds', 1] }] } },
  })
  const { key } = await keysOf('ana').register({ ...ours, body })
  const twice = keysOf('ben').register({ ...ours, body })
  expect(await refusal(twice)).toMatchObject({ status: 409 })
  const other = { vaspDID: granite }
  expect((await keysOf('ana', granite).list(other)).keys).toEqual([])
  const foreign = keysOf('ben', granite).agree({ ...other, key: key.id, body: {} })
  expect(await refusal(foreign)).toMatchObject({ status: 404 })
})

test('[TX-04] a key with its private part is refused, and no answer repeats it', async () => {
  const { privateKey } = await generateKeyPair('ECDH-ES+A256KW', {
    crv: 'X25519',
    extractable: true,
  })
  const jwk = await exportJWK(privateKey)
  const body = { name: 'Ledger', jwk: jwk as ClientJwk, clientIds: [client] }
  const refused = await refusal(keysOf('ana').register({ ...ours, body }))
  expect(refused).toMatchObject({ status: 422 })
  expect(JSON.stringify(refused)).not.toContain(jwk.d)
})

const day = 24 * 3_600_000
const renewed = async () => {
  const relay = connect<DB>({ url: fixture.url, role: 'countersign_relay', max: 1 })
  const pages = await renewDue({ deps: fixture.deps, relay })
  await relay.close()
  return pages
}
const numbers = async (table: string, column = 'no') =>
  (
    await fixture.rows(
      `select distinct ${column} as no from transactions.${table} where vasp_did = '${kestrel}' order by 1`,
    )
  ).map(({ no }) => no)

test('[TX-04] after a rotation everything opens and is found under the new keys, and the old ones are destroyed', async () => {
  const { id } = await fixture.as(kestrel).create({ body: draft() })
  const opens = async () =>
    JSON.stringify(
      await fixture.as(kestrel).decrypt({ body: { id, reason: { code: 'DECIDE' } } }),
    ).includes(canaries[0])
  expect(await opens()).toBe(true)
  const [start] = (await keysOf('ana').list(ours)).current
  expect(start).toMatchObject({ key: 'COMPANY' })
  const first = await keysOf('ana').rotate({ ...ours, body: { key: 'COMPANY' } })
  expect(first).toMatchObject({
    key: 'COMPANY',
    no: (start?.no ?? 0) + 1,
    state: 'RENEWING',
    renewed: 0,
    by: { did: people.ana },
  })
  const again = await keysOf('ben').rotate({ ...ours, body: { key: 'COMPANY' } })
  expect(again, 'one at a time').toEqual(first)
  fixture.clock.advance(1_000)
  const names = await keysOf('ana').rotate({ ...ours, body: { key: 'BLIND' } })
  expect((await keysOf('ana').list(ours)).current).toMatchObject([
    { key: 'COMPANY', no: first.no },
    { key: 'BLIND', no: names.no },
  ])
  expect(await opens(), 'before anything is renewed').toBe(true)
  expect(await renewed()).toBeGreaterThan(1)
  expect(await numbers('sealed_key', 'key_no')).toEqual([first.no])
  const hashed = await fixture.rows(`select distinct key_no from transactions.lookup
    where vasp_did = '${kestrel}' and kind = 'NAME'`)
  expect(hashed).toEqual([{ key_no: names.no }])
  const [blind, sealed] = (await keysOf('ana').list(ours)).rotations
  expect([sealed, blind]).toMatchObject([
    { key: 'COMPANY', state: 'RENEWED', destroyedAt: null },
    { key: 'BLIND', state: 'RENEWED', destroyedAt: null },
  ])
  expect(sealed?.renewed).toBeGreaterThan(0)
  expect(blind?.renewed).toBeGreaterThan(0)
  expect(await renewed(), 'nothing is due').toBe(0)
  expect(await numbers('private_key'), 'a transaction may still use it').toHaveLength(2)
  fixture.clock.advance(day)
  await renewed()
  expect(await numbers('private_key')).toEqual([first.no])
  expect(await numbers('blind_key')).toEqual([names.no])
  expect((await keysOf('ana').list(ours)).rotations).toMatchObject([
    { state: 'DESTROYED' },
    { state: 'DESTROYED' },
  ])
  expect(await opens()).toBe(true)
})

test('[TX-04] after a rotation a customer’s data opens under the new key, and the old one is not needed', async () => {
  const customers = fixture.customersOf(kestrel)
  const legalPerson = {
    name: {
      nameIdentifier: [
        { legalPersonName: 'Hollowbrook Ltd', legalPersonNameIdentifierType: 'LEGL' },
      ],
    },
  }
  for (const customerRef of ['C-1', 'C-2'])
    await customers.create({ body: { customerRef, ivms101: { legalPerson } } })
  const { no } = await keysOf('ana').rotate({ ...ours, body: { key: 'COMPANY' } })
  expect(await numbers('customer', 'key_no')).toEqual([no - 1])
  await renewed()
  expect(await numbers('customer', 'key_no')).toEqual([no])
  fixture.clock.advance(day)
  await renewed()
  expect(await numbers('private_key')).toEqual([no])
  const body = { reason: { code: 'CUSTOMER_REQUEST' } } as const
  for (const ref of ['C-1', 'C-2'])
    expect((await customers.decrypt({ ref, body })).ivms101).toMatchObject({ legalPerson })
})

test('[TX-04] while keys are rotated, transfers are created and opened, and all of it ends under the newest keys', async () => {
  const opened = async (id: string) =>
    JSON.stringify(await fixture.as(kestrel).decrypt({ body: { id, reason: { code: 'DECIDE' } } }))
  const ids: string[] = []
  const write = async () => {
    for (let n = 0; n < 8; n++) {
      const { id } = await fixture.as(kestrel).create({ body: draft() })
      ids.push(id)
      expect(await opened(id)).toContain(canaries[0])
    }
  }
  const rotate = async () => {
    for (let n = 0; n < 3; n++) {
      for (const key of ['COMPANY', 'BLIND'] as const)
        await keysOf('ana').rotate({ ...ours, body: { key } })
      await renewed()
    }
  }
  await Promise.all([write(), write(), rotate()])
  fixture.clock.advance(day)
  await renewed()
  const { current } = await keysOf('ana').list(ours)
  const no = (key: string) => current.find((one) => one.key === key)?.no
  expect(await numbers('sealed_key', 'key_no')).toEqual([no('COMPANY')])
  expect(await numbers('private_key')).toEqual([no('COMPANY')])
  expect(await numbers('blind_key')).toEqual([no('BLIND')])
  expect(ids).toHaveLength(16)
  for (const id of ids) expect(await opened(id)).toContain(canaries[0])
})

test('[TX-04] a company whose keys can’t be renewed holds up no other', async () => {
  for (const company of [kestrel, granite])
    await keysOf('ana', company).rotate({ vaspDID: company, body: { key: 'BLIND' } })
  const warned: unknown[] = []
  const { database } = fixture.deps
  const relay = connect<DB>({ url: fixture.url, role: 'countersign_relay', max: 1 })
  await renewDue({
    relay,
    deps: {
      ...fixture.deps,
      log: { warn: (line: unknown) => void warned.push(line) },
      database: {
        ...database,
        withTenant: (company, work) =>
          company === granite
            ? Promise.reject(new Error('Its rows are locked'))
            : database.withTenant(company, work),
      },
    },
  })
  await relay.close()
  expect(warned).toMatchObject([{ event: 'key_renewal_failed' }])
  expect((await keysOf('ana').list(ours)).rotations[0]).toMatchObject({ state: 'RENEWED' })
  const other = await keysOf('ana', granite).list({ vaspDID: granite })
  expect(other.rotations[0]).toMatchObject({ state: 'RENEWING' })
  expect(await renewed(), 'the next round does it').toBe(1)
})

test('[TX-04] a rotation that one process renews is left to it by others, which do not wait', async () => {
  await keysOf('ana').rotate({ ...ours, body: { key: 'BLIND' } })
  const { database, clock } = fixture.deps
  const take = () =>
    database.withTenant(kestrel, async (tx) => {
      await sql`set local lock_timeout = '1s'`.execute(tx)
      return takeDueRotation(tx, kestrel, new Date(clock()))
    })
  await database.withTenant(kestrel, async (tx) => {
    expect(await takeDueRotation(tx, kestrel, new Date(clock()))).toMatchObject({ kind: 'BLIND' })
    expect(await take()).toBeUndefined()
  })
  expect(await take()).toMatchObject({ kind: 'BLIND' })
  expect(await renewed()).toBeGreaterThan(0)
})

test('[TX-04] the relay sees which companies have keys to renew and nothing else of it', async () => {
  const relay = connect<DB>({ url: fixture.url, role: 'countersign_relay', max: 1 })
  const asked = relay.withNobody((tx) =>
    tx.selectFrom('transactions.key_rotation').select('by_did').execute(),
  )
  await expect(asked).rejects.toMatchObject({ code: '42501' })
  await relay.close()
})

test('[TX-04] a machine reads a transfer with its personal data, encrypted to its key and to nobody else', async () => {
  const { id } = await fixture.as(kestrel).create({ body: draft() })
  const read = (clientId: string) =>
    fixture
      .as(kestrel, { did: `client:${clientId}`, clientId, role: 'client' })
      .info({ query: { id, decrypt: 'true' } })
  expect(await refusal(read('client_without_key'))).toMatchObject({
    status: 403,
    body: { err: { name: 'DecryptionNotForMachinesError' } },
  })
  const { body, answer } = await machine()
  const { key, challenge } = await keysOf('ana').register({ ...ours, body })
  const path = { ...ours, key: key.id }
  await keysOf('ana').prove({ ...path, body: { answer: await answer(challenge) } })
  await keysOf('ben').agree({ ...path, body: {} })
  const got = await read(client)
  for (const name of canaries) expect(JSON.stringify(got)).not.toContain(name)
  expect(got).toMatchObject({ id, status: 'NEW' })
  expect(got.ivms101).toBeUndefined()
  const sealed = await Promise.all(
    (got.ivms101Jwe ?? []).map(({ jwe }) => answer(jwe).catch(() => '')),
  )
  for (const name of canaries) expect(sealed.join('')).toContain(name)
  const { views } = await fixture.as(kestrel).piiViews({ query: { id } })
  expect(views.map(({ how, by }) => [how, by])).toEqual([
    ['MACHINE', `client:${client}`],
    ['MACHINE', `client:${client}`],
  ])
})

test('[TX-04] the setting opens personal data without a click, for those with the permission alone', async () => {
  const { id } = await fixture.as(kestrel).create({ body: draft() })
  await fixture.as(kestrel).approve({ query: { id } })
  const read = (company: string, role?: 'viewer') =>
    fixture.as(company, role && { role }).info({ query: { id, decrypt: 'true' } })
  const off = { status: 403, body: { err: { name: 'DecryptionNotAutomaticError' } } }
  expect(await refusal(read(kestrel))).toMatchObject(off)
  fixture.opening.add(kestrel)
  expect(await refusal(read(kestrel, 'viewer'))).toMatchObject(off)
  for (const name of canaries) expect(JSON.stringify(await read(kestrel))).toContain(name)
  // The setting gives nobody what isn't released.
  fixture.opening.add(granite)
  expect(await refusal(read(granite))).toMatchObject({ status: 409 })
  await fixture.as(granite).confirm({ query: { id } })
  await read(granite)
  const { views } = await fixture.as(kestrel).piiViews({ query: { id } })
  expect(views.map(({ how, viewerVASPdid }) => `${how} ${viewerVASPdid}`)).toContain(
    `AUTO ${granite}`,
  )
  const plain = await fixture.as(kestrel).info({ query: { id } })
  expect(plain.ivms101 ?? plain.ivms101Jwe).toBeUndefined()
  fixture.opening.clear()
})
