import { generateKeyPairSync } from 'node:crypto'
import { compactDecrypt } from 'jose'
import { kestrelBay } from '../../demo/index.ts'
import { type Call, own, type Recipe, text } from './recipe.fixture.ts'

const company = { vaspDID: kestrelBay }

/** A client of the company; other operations make and delete them. */
async function client(call: Call): Promise<string> {
  const first = text(await call('marcus', 'credential.list', own), 'clientIds', 0)
  return first === 'none'
    ? text(await call('marcus', 'credential.create', { ...own, body: {} }), 'clientId')
    : first
}

/** What registers a machine's key that nobody has, and its private half. */
async function fresh(call: Call) {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  const { kty, crv, x } = publicKey.export({ format: 'jwk' })
  const body = { name: 'Ledger', jwk: { kty, crv, x }, clientIds: [await client(call)] }
  return { privateKey, body }
}

/** A key that Ana registered. */
async function registered(call: Call) {
  const { privateKey, body } = await fresh(call)
  const made = await call('ana', 'piiKeys.register', { path: company, body })
  const opened = await compactDecrypt(text(made, 'challenge'), privateKey).catch(() => undefined)
  const answer = Buffer.from(opened?.plaintext ?? []).toString() || 'none'
  return { key: text(made, 'key', 'id'), answer }
}

/** How the operations on keys for personal data succeed: Ana and Hana are compliance officers. */
export const keyRecipes: readonly Recipe[] = [
  { id: 'piiKeys.list', as: 'ana', make: async () => ({ path: company }) },
  {
    id: 'piiKeys.register',
    as: 'ana',
    make: async (call) => ({ path: company, body: (await fresh(call)).body }),
  },
  {
    id: 'piiKeys.remove',
    as: 'ana',
    make: async (call) => ({ path: company, query: { key: (await registered(call)).key } }),
  },
  {
    id: 'piiKeys.prove',
    as: 'ana',
    make: async (call) => {
      const { key, answer } = await registered(call)
      return { path: { ...company, key }, body: { answer } }
    },
  },
  {
    id: 'piiKeys.agree',
    as: 'hana',
    make: async (call) => ({ path: { ...company, key: (await registered(call)).key }, body: {} }),
  },
  {
    id: 'piiKeys.rotate',
    as: 'ana',
    make: async () => ({ path: company, body: { key: 'COMPANY' } }),
  },
]
