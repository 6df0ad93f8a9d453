import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PeopleFixture, peopleFixture } from './people.fixture.ts'

let house: PeopleFixture
beforeAll(async () => {
  house = await peopleFixture()
})
afterAll(() => house.close())

test('[UI-16] a key for drafts is opened for its own person, in a later session too', async () => {
  const { key, sealed } = await (await house.as('ada')).draft.makeKey({})
  expect(sealed).not.toContain(key)
  expect(await (await house.as('ada')).draft.openKey({ body: { sealed } })).toEqual({ key })
  const again = await (await house.as('ada')).draft.makeKey({})
  expect(again.key).not.toBe(key)
})

test('[UI-16] 404 for somebody else and for what was never sealed, 401 signed out, 422', async () => {
  const { sealed } = await (await house.as('ada')).draft.makeKey({})
  const open = async (who: string, text: string) =>
    (await refusal((await house.as(who)).draft.openKey({ body: { sealed: text } }))).status
  expect(await open('abe', sealed)).toBe(404)
  expect(await open('noor', sealed)).toBe(404)
  expect(await open('ada', `${sealed.slice(0, -4)}AAAA`)).toBe(404)
  expect(await open('ada', 'v1.x.y')).toBe(404)
  expect(await open('ada', '')).toBe(422)
  expect((await refusal(house.call('').draft.makeKey({}))).status).toBe(401)
  expect((await refusal(house.call('').draft.openKey({ body: { sealed } }))).status).toBe(401)
})
