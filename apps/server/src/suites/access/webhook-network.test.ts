import { webhooks as contract } from '@countersign/contracts/webhooks'
import { client } from '@countersign/kit/client'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aster, type PeopleFixture, peopleFixture } from '../people.fixture.ts'

let house: PeopleFixture
beforeAll(async () => {
  house = await peopleFixture({ together: true })
})
afterAll(() => house.close())

const companyId = aster.replace(/^did:[a-z0-9]+:/, '')
const organisation = () =>
  client(contract, {
    base: `${house.service.url}/api/v1`,
    headers: { authorization: `Bearer ${house.service.token}` },
  })

test('[WH-04] [ID-08] the operator says who hears of companies’ endpoints, and reads and rotates the secret on record', async () => {
  const noor = await house.as('noor')
  const body = {
    url: 'https://desk.example/hook',
    description: 'On call',
    eventTypes: ['endpoint.disabled' as const],
  }
  const made = await noor.webhookNetwork.addListener({ body })
  expect(made).toMatchObject({ ...body, disabled: false })
  expect((await noor.webhookNetwork.listeners({})).listeners).toEqual([made])
  const at = { listenerId: made.id }
  const { secret } = await noor.webhookNetwork.showSecret(at)
  expect(secret).toMatch(/^whsec_/)
  const rotated = await noor.webhookNetwork.rotateSecret(at)
  expect(rotated.secret).not.toBe(secret)
  expect(await noor.webhookNetwork.showSecret(at)).toEqual(rotated)
  await noor.webhookNetwork.removeListener(at)
  expect((await noor.webhookNetwork.listeners({})).listeners).toEqual([])
  expect(await refusal(noor.webhookNetwork.showSecret(at))).toMatchObject({ status: 404 })

  const acts = await house.rows(
    "select action from audit.entry where vasp_did = 'network' and object = $1 order by number",
    [made.id],
  )
  expect(acts.map(({ action }) => action)).toEqual(
    ['addListener', 'showSecret', 'rotateSecret', 'showSecret', 'removeListener'].map(
      (verb) => `webhookNetwork.${verb}`,
    ),
  )
  const ada = await house.as('ada')
  expect(await refusal(ada.webhookNetwork.listeners({}))).toMatchObject({ status: 403 })
})

test('[WH-14] [WH-11] the operator counts messages by event type, and erases the payloads of one company', async () => {
  const noor = await house.as('noor')
  expect(await refusal(noor.webhookNetwork.erasePayloads({ body: { did: aster } }))).toMatchObject({
    status: 404,
  })
  await (await house.as('ada')).webhookApp.open({ did: aster })
  const message = await organisation().message.create({
    app_id: companyId,
    body: { eventType: 'vasp.updated', payload: { type: 'vasp.updated' } },
  })
  const { taskId } = await noor.webhookNetwork.countUsage({})
  await vi.waitFor(
    async () =>
      expect(await noor.webhookNetwork.usage({ taskId })).toEqual({
        status: 'finished',
        eventTypes: [{ eventType: 'vasp.updated', messages: 1 }],
      }),
    { timeout: 60_000 },
  )
  await noor.webhookNetwork.erasePayloads({ body: { did: aster } })
  const payload = () => organisation().message.get({ app_id: companyId, msg_id: message.id })
  await vi.waitFor(async () => expect(JSON.stringify(await payload())).toContain('expired'), {
    timeout: 60_000,
  })
  const [entry] = await house.rows(
    "select action from audit.entry where vasp_did = $1 and action like '%erasePayloads'",
    [aster],
  )
  expect(entry).toEqual({ action: 'webhookApp.erasePayloads' })
})

test('[WH-11] [WH-14] the operator asks whether an event would reach a company, and erases some payloads by either id', async () => {
  const noor = await house.as('noor')
  const reaches = async (did: string, eventType: string) =>
    (await noor.webhookNetwork.precheck({ body: { did, eventType } })).active
  await (await house.as('ada')).webhookApp.open({ did: aster })
  expect(await reaches(aster, 'vasp.updated')).toBe(false)
  await organisation().eventType.create({ body: { name: 'vasp.updated', description: '' } })
  await organisation().endpoint.create({
    app_id: companyId,
    body: { url: 'https://desk.example/hook', filterTypes: ['vasp.updated'] },
  })
  expect(await reaches(aster, 'vasp.updated')).toBe(true)
  expect(await reaches(aster, 'team.changed')).toBe(false)

  const send = (eventId: string) =>
    organisation().message.create({
      app_id: companyId,
      body: { eventType: 'vasp.updated', eventId, payload: { secret: eventId } },
    })
  const [first, second, kept] = [await send('first'), await send('second'), await send('kept')]
  const erase = (did: string, ids: string[]) =>
    noor.webhookNetwork.eraseMessages({ body: { did, ids } })
  expect(await erase(aster, [first.id, 'second', 'nobody'])).toEqual({
    erased: 2,
    notFound: ['nobody'],
  })
  const payloadOf = async ({ id }: { id: string }) =>
    JSON.stringify((await organisation().message.get({ app_id: companyId, msg_id: id })).payload)
  expect(await payloadOf(first)).not.toContain('first')
  expect(await payloadOf(second)).not.toContain('second')
  expect(await payloadOf(kept)).toContain('kept')
  const entries = await house.rows(
    "select detail from audit.entry where vasp_did = $1 and action = 'webhookApp.eraseMessages'",
    [aster],
  )
  expect(entries).toEqual([{ detail: { messages: [first.id, 'second'] } }])

  // What changed nothing is not on record.
  expect((await erase(aster, ['nobody'])).erased).toBe(0)
  expect(await refusal(erase('did:ethr:0xnobody', ['msg_x']))).toMatchObject({ status: 404 })
  expect(await refusal(erase(aster, []))).toMatchObject({ status: 422 })
  expect(await refusal(erase(aster, ['same', 'same']))).toMatchObject({ status: 422 })
  const ada = await house.as('ada')
  const body = { did: aster, eventType: 'vasp.updated' }
  expect(await refusal(ada.webhookNetwork.precheck({ body }))).toMatchObject({ status: 403 })
})
