import type { Input } from '@countersign/contracts'
import {
  type CompanyKeyKind,
  type CompanyKeys,
  piiKeys as contract,
  type KeyRotation,
  type MachineKey,
} from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { invalid } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { handlers } from '../handlers.ts'
import {
  agreeClientKey,
  type ClientKey,
  ensureBlindKey,
  ensureKey,
  findClientKeys,
  proveClientKey,
  registerClientKey,
  removeClientKey,
  rotateBlindKey,
  rotateKey,
} from '../sealing/index.ts'
import type { DB } from '../tables.gen.ts'
import { tellOfKey } from './notice.ts'
import { addRotation, findCurrentKeys, findRotations, type Rotation } from './rotation.store.ts'

type Calling = CompanyCall<TransactionsDeps, Caller, DB>

/** How many rotations an answer has. */
const maxRotations = 20

/** People as the company's own see them. */
async function namer({ tx, company, deps }: Calling, dids: readonly string[]) {
  const names = await deps.peopleOf(tx, company, [...new Set(dids)])
  return (did: string) => ({ did, name: names.get(did) ?? null })
}

type Named = Awaited<ReturnType<typeof namer>>

const keyShown = (key: ClientKey, person: Named): MachineKey => ({
  id: key.id,
  name: key.name,
  thumbprint: key.thumbprint,
  curve: key.jwk.crv,
  clientIds: [...key.clientIds],
  state: key.state,
  isProved: key.isProved,
  addedBy: person(key.addedBy),
  agreedBy: key.agreedBy === null ? null : person(key.agreedBy),
  createdAt: key.createdAt.toISOString(),
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
})

const stateOf = ({ endedAt, renewedAt }: Rotation): KeyRotation['state'] => {
  if (endedAt) return 'DESTROYED'
  return renewedAt ? 'RENEWED' : 'RENEWING'
}

const rotationShown = (rotation: Rotation, person: Named): KeyRotation => ({
  key: rotation.kind,
  no: rotation.no,
  by: person(rotation.by),
  at: rotation.at.toISOString(),
  state: stateOf(rotation),
  renewed: rotation.renewed,
  renewedAt: rotation.renewedAt?.toISOString() ?? null,
  destroyedAt: rotation.endedAt?.toISOString() ?? null,
})

async function list(call: Calling): Promise<CompanyKeys> {
  const { tx, company } = call
  const keys = await findClientKeys(tx, company)
  const rotations = await findRotations(tx, company, maxRotations)
  const person = await namer(call, [
    ...keys.flatMap(({ addedBy, agreedBy }) => [addedBy, agreedBy ?? addedBy]),
    ...rotations.map(({ by }) => by),
  ])
  return {
    keys: keys.map((key) => keyShown(key, person)),
    current: (await findCurrentKeys(tx, company)).map(({ key, no, createdAt }) => ({
      key,
      no,
      createdAt: createdAt.toISOString(),
    })),
    rotations: rotations.map((rotation) => rotationShown(rotation, person)),
  }
}

async function shown(call: Calling, id: string): Promise<MachineKey> {
  const key = (await findClientKeys(call.tx, call.company)).find((one) => one.id === id)
  if (!key) throw new Error(`The key ${id} is gone`)
  return keyShown(key, await namer(call, [key.addedBy, key.agreedBy ?? key.addedBy]))
}

/** Registers a machine's key. @throws 409 where the company has it, 422 for a client that isn't the company's */
async function register(call: Calling, { body }: Input<typeof contract.register>) {
  const { tx, company, deps, actor, at } = call
  const clientIds = [...new Set(body.clientIds)]
  const known = await deps.clientsOf(tx, company)
  const stranger = body.clientIds.findIndex((id) => !known.includes(id))
  if (stranger >= 0)
    throw invalid(['body', 'clientIds', stranger], 'No such client works for your company')
  const { id, challenge } = await registerClientKey(tx, company, { ...body, clientIds }, actor, at)
  await tellOfKey(tx, deps, company, { id, state: 'PENDING' }, at)
  return { key: await shown(call, id), challenge }
}

/** What makes a key come into use is told once: where it wasn't in use before. */
async function settled(
  call: Calling,
  id: string,
  settle: () => Promise<ClientKey['state']>,
): Promise<MachineKey> {
  const { tx, company, deps, at } = call
  const before = (await findClientKeys(tx, company)).find((one) => one.id === id)
  const state = await settle()
  if (before?.state === 'PENDING' && state === 'ACTIVE')
    await tellOfKey(tx, deps, company, { id, state }, at)
  return shown(call, id)
}

/** Replaces a key. While what is under older ones is being renewed, that rotation is the answer. */
async function rotate(call: Calling, kind: CompanyKeyKind): Promise<KeyRotation> {
  const { tx, company, deps, caller, actor, at } = call
  const newest = async () => (await findRotations(tx, company, 1, kind))[0]
  const running = await newest()
  if (running && !running.renewedAt) return rotationShown(running, await namer(call, [running.by]))
  const [ensure, replace] =
    kind === 'COMPANY' ? [ensureKey, rotateKey] : [ensureBlindKey, rotateBlindKey]
  const { no: old } = await ensure(tx, company, deps.vault, at)
  const { no } = await replace(tx, company, old, deps.vault, at)
  await addRotation(tx, company, { kind, no, by: caller.viewer.did, at })
  const rotation = await newest()
  if (!rotation) throw new Error('The rotation was not stored')
  const answer = rotationShown(rotation, await namer(call, [rotation.by]))
  await audit(tx, actor, at, { company, action: 'key.rotate', detail: { key: kind, no } })
  return answer
}

/** A company's keys for personal data, and those of its machines. */
export const piiKeys = handlers(contract, {
  list,
  register,
  remove: ({ tx, company, actor, at }, { query: { key } }) =>
    removeClientKey(tx, company, key, actor, at),
  prove: (call, { key, body: { answer } }) =>
    settled(call, key, () =>
      proveClientKey(call.tx, call.company, key, answer, call.actor, call.at),
    ),
  agree: (call, { key }) =>
    settled(call, key, () => agreeClientKey(call.tx, call.company, key, call.actor, call.at)),
  rotate: (call, { body: { key } }) => rotate(call, key),
})
