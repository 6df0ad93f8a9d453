import { ClientJwk } from '@countersign/contracts/transactions'
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  agreeClientKey,
  findClientKeys,
  proveClientKey,
  registerClientKey,
  removeClientKey,
  sealParts,
} from '../sealing/index.ts'
import {
  addSealed,
  at,
  beneficiary,
  canary,
  type Desk,
  dump,
  forms,
  openDesk,
  originator,
  raced,
} from '../sealing/sealing.fixture.ts'
import { openForMachine } from './open-for-machine.ts'
import { findViews } from './view.store.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const [ana, ben] = [{ did: 'did:web:ana' }, { did: 'did:web:ben' }]
let machines = 0
const curves = ['X25519', 'P-256'] as const

/** A machine with a key pair of its own, and what may be done with its key. */
async function machine(crv: (typeof curves)[number] = 'X25519', company: string = originator) {
  machines++
  const clientId = `client-${machines}`
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES+A256KW', {
    crv,
    extractable: true,
  })
  const jwk = ClientJwk.parse(await exportJWK(publicKey))
  const inCompany = desk.database.withTenant
  const register = (actor = ana, key: object = jwk) =>
    inCompany(company, (tx) =>
      registerClientKey(
        tx,
        company,
        { name: 'Ledger', jwk: ClientJwk.parse(key), clientIds: [clientId] },
        actor,
        at,
      ),
    )
  const decrypt = async (jwe: string) => {
    const { plaintext, protectedHeader } = await compactDecrypt(jwe, privateKey)
    return { text: Buffer.from(plaintext).toString(), header: protectedHeader }
  }
  return {
    ...{ clientId, jwk, register, decrypt },
    actor: { did: `client:${clientId}` },
    prove: (id: string, answer: string) =>
      inCompany(company, (tx) => proveClientKey(tx, company, id, answer, ana, at)),
    agree: (id: string, actor = ben) =>
      inCompany(company, (tx) => agreeClientKey(tx, company, id, actor, at)),
    remove: (id: string) => inCompany(company, (tx) => removeClientKey(tx, company, id, ana, at)),
    open: (transferId: string) =>
      inCompany(company, (tx) =>
        openForMachine(
          tx,
          company,
          desk.keys,
          transferId,
          clientId,
          { did: `client:${clientId}` },
          at,
        ),
      ),
    /** Registered, proved and approved. */
    activate: async () => {
      const { id, challenge } = await register()
      await inCompany(company, async (tx) =>
        proveClientKey(tx, company, id, (await decrypt(challenge)).text, ana, at),
      )
      await inCompany(company, (tx) => agreeClientKey(tx, company, id, ben, at))
      return id
    },
  }
}
const keyOf = async (id: string) =>
  (await desk.database.withTenant(originator, (tx) => findClientKeys(tx, originator))).find(
    (key) => key.id === id,
  )

test.each(curves)(
  '[TX-04] a machine gets personal data by JWE to its %s key alone',
  async (crv) => {
    const one = await machine(crv)
    const { id, tree } = await addSealed(desk)
    await one.activate()
    const [encrypted, ...others] = await one.open(id)
    if (!encrypted) throw new Error('nothing')
    expect(others).toEqual([])
    const { text, header } = await one.decrypt(encrypted.jwe)
    expect(JSON.parse(text)).toEqual({ ...tree, payloadMetadata: { payloadVersion: '101.2023' } })
    expect(header).toMatchObject({
      ...{ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', typ: 'ivms101+jwe', kid: encrypted.kid },
    })
    const leaf = tree.originator.accountNumber[0] ?? ''
    for (const form of forms(leaf)) expect(JSON.stringify(encrypted)).not.toContain(form)
    await expect((await machine(crv)).decrypt(encrypted.jwe)).rejects.toThrow()
  },
)

test('[TX-04] a machine’s view is noted with its name, and its keys as used', async () => {
  const one = await machine()
  const { id } = await addSealed(desk)
  const keyId = await one.activate()
  expect(await keyOf(keyId)).toMatchObject({ state: 'ACTIVE', lastUsedAt: null })
  await one.open(id)
  expect(await keyOf(keyId)).toMatchObject({ lastUsedAt: at })
  const views = await desk.database.withTenant(originator, (tx) =>
    findViews(tx, originator, desk.keys, { transferId: id }, 10),
  )
  expect(views).toMatchObject([
    { by: one.actor.did, how: 'MACHINE', reason: 'AUTO', role: 'client', viewer: originator },
  ])
})

test('[TX-04] a machine gets no comments', async () => {
  const one = await machine()
  const { id, tree } = await addSealed(desk)
  await one.activate()
  await desk.database.withTenant(originator, (tx) =>
    sealParts(
      tx,
      desk.keys,
      originator,
      id,
      [{ part: 'COMMENTS', tree: [canary()], fields: [] }],
      at,
    ),
  )
  const [encrypted] = await one.open(id)
  const { text } = await one.decrypt(encrypted?.jwe ?? '')
  expect(JSON.parse(text)).toEqual({ ...tree, payloadMetadata: { payloadVersion: '101.2023' } })
  const views = await desk.database.withTenant(originator, (tx) =>
    findViews(tx, originator, desk.keys, { transferId: id }, 10),
  )
  expect(views.map(({ part }) => part)).toEqual(['ORIGINATOR'])
})

test('[TX-04] a key is active once it was proved and a second person agreed, in either order', async () => {
  const one = await machine()
  const { id } = await addSealed(desk)
  const refused = { code: 'forbidden', wire: 'DecryptionNotForMachinesError' }
  const registered = await one.register()
  const { text, header } = await one.decrypt(registered.challenge)
  expect(header).toMatchObject({ typ: 'challenge+jwe' })
  await expect(one.open(id)).rejects.toMatchObject(refused)
  expect(await one.prove(registered.id, text)).toBe('PENDING')
  await expect(one.open(id)).rejects.toMatchObject(refused)
  expect(await one.agree(registered.id)).toBe('ACTIVE')
  expect(await one.agree(registered.id, { did: 'did:web:cleo' })).toBe('ACTIVE')
  expect(await keyOf(registered.id)).toMatchObject({ agreedBy: ben.did })
  expect(await one.open(id)).toHaveLength(1)
  const two = await machine()
  const other = await two.register()
  expect(await two.agree(other.id)).toBe('PENDING')
  await expect(two.open(id)).rejects.toMatchObject(refused)
  const answer = (await two.decrypt(other.challenge)).text
  expect([await two.prove(other.id, answer), await two.prove(other.id, answer)]).toEqual([
    'ACTIVE',
    'ACTIVE',
  ])
  expect(await two.open(id)).toHaveLength(1)
  expect(
    await desk.query(`select action from audit.entry where object = '${other.id}' order by number`),
  ).toEqual([
    { action: 'client-key.add' },
    { action: 'client-key.agree' },
    { action: 'client-key.prove' },
  ])
})

test('[TX-04] who proves and who agrees at once activate the key', async () => {
  const one = await machine()
  const { id, challenge } = await one.register()
  const { text } = await one.decrypt(challenge)
  let first = true
  const [before, after] = await raced(desk, originator, (tx) => {
    const proves = first
    first = false
    return proves
      ? proveClientKey(tx, originator, id, text, ana, at)
      : agreeClientKey(tx, originator, id, ben, at)
  })
  expect([before, after]).toEqual(['PENDING', 'ACTIVE'])
})

test('[TX-04] who registered a key cannot approve it, and no machine does either', async () => {
  const one = await machine()
  const { id } = await one.register()
  await expect(one.agree(id, ana)).rejects.toMatchObject({ wire: 'SecondPersonNeededError' })
  await expect(one.agree(id, one.actor)).rejects.toMatchObject({ code: 'forbidden' })
  const two = await machine()
  await expect(two.register(two.actor)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await keyOf(id)).toMatchObject({ state: 'PENDING', agreedBy: null, addedBy: ana.did })
})

test('[TX-04] another answer proves nothing', async () => {
  const one = await machine()
  const { id } = await one.register()
  for (const answer of ['', 'x', 'A'.repeat(43)])
    await expect(one.prove(id, answer)).rejects.toMatchObject({
      code: 'invalid',
      wire: 'KeyProofInvalidError',
    })
  expect(await keyOf(id)).toMatchObject({ isProved: false })
})

test('[TX-04] a removed key gets nothing, and can be registered again', async () => {
  const one = await machine()
  const { id } = await addSealed(desk)
  const keyId = await one.activate()
  await expect(one.register()).rejects.toMatchObject({ code: 'conflict' })
  await one.remove(keyId)
  await expect(one.open(id)).rejects.toMatchObject({ wire: 'DecryptionNotForMachinesError' })
  expect(await keyOf(keyId)).toBeUndefined()
  await expect(one.remove(keyId)).rejects.toMatchObject({ code: 'not_found' })
  await expect(one.agree(keyId)).rejects.toMatchObject({ code: 'not_found' })
  await expect(one.register()).resolves.toMatchObject({ id: expect.stringMatching(/^key_/) })
})

test('[TX-04] a key serves its own machines in its own company', async () => {
  const one = await machine()
  const { id } = await addSealed(desk)
  const keyId = await one.activate()
  await expect((await machine()).open(id)).rejects.toMatchObject({ code: 'forbidden' })
  const inOther = desk.database.withTenant(beneficiary, (tx) =>
    openForMachine(tx, beneficiary, desk.keys, id, one.clientId, one.actor, at),
  )
  await expect(inOther).rejects.toMatchObject({ wire: 'DecryptionNotForMachinesError' })
  const approved = desk.database.withTenant(beneficiary, (tx) =>
    agreeClientKey(tx, beneficiary, keyId, ben, at),
  )
  await expect(approved).rejects.toMatchObject({ code: 'not_found' })
})

test('[TX-04] the answer to a challenge stands in no column', async () => {
  const one = await machine()
  const { text } = await one.decrypt((await one.register()).challenge)
  const all = await dump(desk)
  for (const form of forms(text)) expect(all).not.toContain(form)
})

test('[TX-04] a key of low order, or no point of its curve, is refused', async () => {
  const one = await machine()
  const zero = Buffer.alloc(32).toString('base64url')
  for (const jwk of [
    { kty: 'OKP', crv: 'X25519', x: zero },
    { kty: 'EC', crv: 'P-256', x: zero, y: zero },
  ])
    await expect(one.register(ana, jwk)).rejects.toMatchObject({
      code: 'invalid',
      issues: [{ loc: ['body', 'jwk'] }],
    })
})

test('[TX-04] labels that a tool added to a key make no other key of it', async () => {
  const one = await machine()
  const first = await one.register()
  const labelled = { ...one.jwk, kid: 'mine', use: 'enc', alg: 'ECDH-ES+A256KW' }
  await expect(one.register(ana, labelled)).rejects.toMatchObject({ code: 'conflict' })
  expect(await keyOf(first.id)).toMatchObject({ jwk: one.jwk, thumbprint: first.thumbprint })
  const two = await machine()
  const { id } = await two.register(ana, { ...two.jwk, kid: 'mine' })
  expect(await desk.query(`select jwk from transactions.client_key where id = '${id}'`)).toEqual([
    { jwk: two.jwk },
  ])
})
