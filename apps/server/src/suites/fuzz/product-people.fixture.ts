import { kestrelBay } from '../../demo/index.ts'
import {
  type Asked,
  at,
  type Call,
  fresh,
  list,
  next,
  own,
  type Recipe,
  text,
} from './recipe.fixture.ts'

/** Noor, who looks into a company in that session. */
export const lookingIn = 'noor-looking-in'

const alpenvault = 'did:ethr:0xffb8000011fdc6162b7c49db6dec9cbe977b6c31'

async function invited(call: Call): Promise<string> {
  const body = { vaspDID: kestrelBay, email: `${fresh()}@kestrelbay.example`, role: 'viewer' }
  await call('marcus', 'auth.addUserToVasp', { body })
  return text(await call('marcus', 'auth.listInvitations', own), 'invitations', 0, 'id')
}

/** An invitation that waits for Tomas, who then declines it: he stays without a company. */
async function answer(call: Call): Promise<Asked> {
  const body = { vaspDID: kestrelBay, email: 'tomas.haas@alpenvault.example', role: 'viewer' }
  await call('marcus', 'auth.addUserToVasp', { body })
  const [one] = list(await call('tomas', 'auth.listOwnInvitations'), 'invitations')
  return {
    path: { vaspDid: text(one, 'vaspDID'), invitationId: text(one, 'id') },
    body: { answer: 'decline' },
  }
}

/** Somebody of the company whom nothing else needs; taken in again when they were sent away. */
async function colleague(call: Call): Promise<string> {
  const email = 'wei.tan@kestrelbay.example'
  const body = { vaspDID: kestrelBay, email, role: 'developer' }
  await call('marcus', 'auth.addUserToVasp', { body })
  const users = list(await call('marcus', 'auth.vaspUsers', own), 'users')
  return text(
    users.find((user) => at(user, 'email') === email),
    'did',
  )
}

const remove = async (call: Call): Promise<Asked> => ({
  body: { vaspDID: kestrelBay, userDID: await colleague(call) },
})

/** Nobody has many requests open at once. */
async function withdraw(call: Call, as: string): Promise<void> {
  for (const one of list(await call(as, 'auth.listOwnRequests'), 'requests'))
    if (at(one, 'state') === 'pending')
      await call(as, 'auth.withdrawRequest', { path: { requestId: text(one, 'id') } })
}

/** A company that nobody runs, at Tomas's domain, and his claim of it. */
async function claimable(call: Call): Promise<string> {
  await withdraw(call, 'tomas')
  const query = { hasAdmin: 'false', per_page: '20' }
  const vasps = list(await call('noor', 'vasp.list', { query }), 'vasps')
  const did = text(vasps[next() % Math.max(vasps.length, 1)], 'did')
  const body = { fields: { emailDomains: ['alpenvault.example'] } }
  await call('noor', 'administration.update', { path: { did }, body })
  return did
}

async function claimed(call: Call): Promise<{ vaspDid: string; requestId: string }> {
  const vaspDid = await claimable(call)
  const made = await call('tomas', 'auth.claimCompany', { body: { vaspDID: vaspDid } })
  return { vaspDid, requestId: text(made, 'id') }
}

async function newCompany(call: Call, as: string): Promise<Asked> {
  await withdraw(call, as)
  return { body: { name: fresh(), website: 'https://norrland.example', jurisdictions: ['SE'] } }
}

const credential = async (call: Call) =>
  call('marcus', 'credential.create', { ...own, body: { limited: true } })

/** How what concerns people and machines comes to a success. */
export const peopleRecipes: readonly Recipe[] = [
  ...['get', 'update', 'remove'].map(
    (verb): Recipe => ({
      ...{ id: `preferences.${verb}`, as: 'marcus' },
      make: async (call) => {
        const body = { preference: 'fuzz', value: fresh() }
        const made = await call('marcus', 'preferences.create', { body })
        return {
          path: { id: text(made, 'id') },
          ...(verb === 'update' && { body: { value: fresh() } }),
        }
      },
    }),
  ),
  {
    ...{ id: 'draft.openKey', as: 'marcus' },
    make: async (call) => ({
      body: { sealed: text(await call('marcus', 'draft.makeKey'), 'sealed') },
    }),
  },
  { id: 'auth.removeUserFromVasp', as: 'marcus', make: remove },
  { id: 'countersignAuth.removeUserFromVasp', as: 'marcus', make: remove },
  {
    ...{ id: 'auth.changeRoles', as: 'marcus' },
    make: async (call) => ({
      body: { vaspDID: kestrelBay, userDID: await colleague(call), roles: ['developer'] },
    }),
  },
  {
    ...{ id: 'auth.cancelInvitation', as: 'marcus' },
    make: async (call) => ({ path: { ...own.path, invitationId: await invited(call) } }),
  },
  {
    ...{ id: 'auth.resendInvitation', as: 'marcus' },
    make: async (call) => ({ path: { ...own.path, invitationId: await invited(call) } }),
  },
  { id: 'auth.answerInvitation', as: 'tomas', make: answer },
  { id: 'auth.stopObserving', as: lookingIn, make: async () => ({}) },
  { id: 'auth.findUsers', as: 'noor', make: async () => ({ query: { q: 'ana' } }) },
  {
    ...{ id: 'auth.claimCompany', as: 'tomas' },
    make: async (call) => ({ body: { vaspDID: await claimable(call), note: 'It is ours' } }),
  },
  {
    ...{ id: 'auth.requestToJoin', as: 'tomas' },
    make: async (call) => {
      await withdraw(call, 'tomas')
      return { body: { vaspDID: alpenvault, role: 'viewer' } }
    },
  },
  {
    ...{ id: 'auth.withdrawRequest', as: 'tomas' },
    make: async (call) => ({ path: { requestId: (await claimed(call)).requestId } }),
  },
  {
    ...{ id: 'auth.decideClaimRequest', as: 'noor' },
    make: async (call) => ({
      path: await claimed(call),
      body: { decision: 'decline', reason: 'No' },
    }),
  },
  {
    ...{ id: 'credential.rename', as: 'marcus' },
    make: async (call) => ({
      ...own,
      query: { clientid: text(await credential(call), 'clientId') },
      body: { name: fresh() },
    }),
  },
  {
    ...{ id: 'credential.rotate', as: 'marcus' },
    make: async (call) => ({
      ...own,
      query: { clientid: text(await credential(call), 'clientId') },
    }),
  },
  {
    ...{ id: 'credential.delete', as: 'marcus' },
    make: async (call) => ({
      ...own,
      query: { clientid: text(await credential(call), 'clientId') },
    }),
  },
  {
    ...{ id: 'oauth.token', as: 'nobody' },
    make: async (call) => {
      const made = await credential(call)
      const [id, secret] = [text(made, 'clientId'), text(made, 'clientSecret')]
      return {
        type: 'application/x-www-form-urlencoded',
        payload: `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`,
      }
    },
  },
  {
    ...{ id: 'auth.revokeSession', as: 'ana' },
    make: async (call) => {
      const sessions = list(await call('ana', 'auth.listSessions'), 'sessions')
      const other = sessions.find((one) => at(one, 'current') === false)
      return { path: { sessionId: text(other, 'id') } }
    },
  },
  { id: 'auth.listClaimRequests', as: 'noor', make: async () => ({}) },
  ...[
    { id: 'auth.newCustomer', as: 'lena' },
    { id: 'countersignAuth.newCustomer', as: 'linnea' },
  ].map(({ id, as }) => ({ id, as, make: (call: Call) => newCompany(call, as) })),
  {
    ...{ id: 'curation.remove', as: 'noor' },
    make: async (call) => {
      const made = await call('lena', 'auth.newCustomer', await newCompany(call, 'lena'))
      return { path: { did: text(made, 'did') } }
    },
  },
  {
    id: 'public.getVasp',
    as: 'nobody',
    // A company that others may see: what was asked before may have hidden any of them.
    make: async (call) => ({
      path: { did: text(await call('nobody', 'public.listVasps'), 'vasps', 0, 'did') },
    }),
  },
]
