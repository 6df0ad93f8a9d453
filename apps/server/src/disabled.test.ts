import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aster, cedar, type PeopleFixture, peopleFixture } from './people.fixture.ts'

let house: PeopleFixture
beforeAll(async () => {
  house = await peopleFixture()
})
afterAll(() => house.close())

const enable = async (did: string, entity_enablement: 'enable' | 'disable') =>
  (await house.as('noor')).group.enable({ did, query: { entity_enablement } })
const viewer = async (who: string) => (await house.as(who)).auth.viewer({})

test('[ID-02] [TF-12] the viewer says which of their companies are disabled, and keeps the roles', async () => {
  expect((await viewer('ada')).disabledVasps).toEqual([])
  await enable(aster, 'disable')
  expect(await viewer('ada')).toMatchObject({
    ...{ vasps: [aster], disabledVasps: [aster] },
    roles: [{ vaspDID: aster, role: 'admin' }],
  })
  // Somebody else's companies are nobody's news.
  expect((await viewer('cleo')).disabledVasps).toEqual([])
  expect((await viewer('noor')).disabledVasps).toEqual([])
  await enable(aster, 'enable')
  expect((await viewer('ada')).disabledVasps).toEqual([])
})

test('[TF-12] in a disabled company nothing works but leaving it, and the answer says why', async () => {
  await enable(cedar, 'disable')
  const cleo = await house.as('cleo')
  const answers = await Promise.all([
    refusal(cleo.settings.get({ did: cedar })),
    refusal(cleo.vasp.update({ body: { did: cedar, fields: { name: 'Cedar 2' } } })),
    refusal(cleo.auth.vaspUsers({ vaspDid: cedar })),
  ])
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 403,
      body: { err: { message: expect.stringMatching(/^Cedar is disabled\. /) } },
    })
  // The list of one's companies still names it, so that it can be shown as disabled.
  const { loginable } = await cleo.vasp.userVaspList({})
  expect(loginable.map(({ did }) => did)).toEqual([cedar])
})
