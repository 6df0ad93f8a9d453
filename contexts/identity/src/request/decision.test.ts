import type { RoleGrant } from '@countersign/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acme, type Desk, origin, signIn, startDesk, viewerOf } from '../desk.fixture.ts'

let desk: Desk
beforeAll(async () => {
  desk = await startDesk()
})
afterAll(() => desk.stop())

/** A person at the company's domain who asks to join it, and a way to decide on that as somebody. */
async function applicant(sub: string) {
  desk.provider.manners.claims = { sub, email: `${sub}@acme.example` }
  const browser = desk.newBrowser()
  await signIn(desk, browser)
  const { id: requestId } = (await (
    await browser.fetch(`${origin}/api/auth/joinrequests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ vaspDID: acme, role: 'admin' }),
    })
  ).json()) as { id: string }
  const { did } = await viewerOf(desk, browser)
  const [user] = await desk.database.withTenant(acme, (tx) =>
    tx.selectFrom('identity.user').select('id').where('did', '=', did).execute(),
  )
  const as = (userId: string, grants: readonly RoleGrant[]) =>
    desk.context.handlers.auth.decideJoinRequest(
      {
        viewer: { userId, did: 'did:web:decider.example', email: null, name: null, grants },
        company: acme,
        requestId: 'r',
        request: { requestId: 'r', method: 'POST', url: '/', ip: '', header: () => undefined },
      },
      { vaspDid: acme, requestId, body: { decision: 'approve' } },
    )
  const roles = async () => (await viewerOf(desk, browser)).roles.map(({ role }) => role)
  return { userId: user?.id ?? '', as, roles }
}
const grant = (role: 'admin' | 'compliance_officer') => [{ vaspDID: acme, role }]

// Today only admins decide, so no request over HTTP gets this far: the rule stands behind the table.
test('[ID-08] nobody lets a person in with a role above their own', async () => {
  const { as, roles } = await applicant('high')
  await expect(as('user_officer', grant('compliance_officer'))).rejects.toMatchObject({
    status: 403,
  })
  expect(await roles()).toEqual([])
  await as('user_admin', grant('admin'))
  expect(await roles()).toEqual(['admin'])
})

test('[ID-08] nobody approves their own request', async () => {
  const { as, roles, userId } = await applicant('own')
  expect(userId).toMatch(/^user_/)
  await expect(as(userId, grant('admin'))).rejects.toMatchObject({ status: 409 })
  expect(await roles()).toEqual([])
})
