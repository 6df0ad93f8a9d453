import { productExamples } from '@countersign/contracts/examples'
import { CreateIn, transactions as contract } from '@countersign/contracts/transactions'
import { client } from '@countersign/kit/client'
import { injected } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { granitequay, kestrelBay, seedDemo } from '../demo/index.ts'
import { serverFixture } from './server.fixture.ts'
import { signedIn } from './session.fixture.ts'

let fixture: Awaited<ReturnType<typeof serverFixture>>
beforeAll(async () => {
  fixture = await serverFixture({ DEMO: 'on' })
  const { database, identity, documents } = fixture.product
  await seedDemo(database, identity, new Date(), documents)
})
afterAll(() => fixture.close())

test('[TX-01] [TX-02] Ana takes a transfer through both of her companies, with the directory’s facts', async () => {
  const cookie = await signedIn(fixture.databaseUrl, 'ana')
  const { tx } = client(contract, {
    base: '/api',
    headers: { 'X-User-Agent': 'test', cookie },
    fetcher: injected(fixture.product.app),
  })
  const made = await tx.create({ body: CreateIn.parse(productExamples['tx.create']?.body) })
  expect(made).toMatchObject({ status: 'NEW', transactionType: 'TRAVELRULE' })
  const { id } = made
  await tx.approve({ query: { vaspDID: kestrelBay, id } })
  await tx.confirm({ query: { vaspDID: granitequay, id } })
  await tx.accept({ query: { vaspDID: granitequay, id }, body: {} })
  expect(await tx.info({ query: { vaspDID: kestrelBay, id } })).toMatchObject({
    status: 'ACCEPTED',
    counterparty: { name: 'Granitequay Markets' },
    threshold: { originator: { jurisdiction: 'SG' }, beneficiary: { jurisdiction: 'US' } },
  })
  const page = await tx.list({ query: { vaspDID: granitequay, txDirection: ['incoming'] } })
  expect(page.transactions.map((one) => one.id)).toEqual([id])
})

test('[TX-01] a filter without a value filters nothing', async () => {
  const list = async (query: string) => {
    const answer = await fixture.product.app.inject({
      url: `/api/tx/list?vaspDID=${encodeURIComponent(kestrelBay)}${query}`,
      headers: { 'x-user-agent': 'test', cookie: await signedIn(fixture.databaseUrl, 'ana') },
    })
    return [answer.statusCode, answer.json()]
  }
  const lists = ['section', 'txDirection', 'transactionType', 'status', 'transactionAsset', 'vasps']
  const all = await list('')
  expect(all[0]).toBe(200)
  for (const name of lists) expect(await list(`&${name}=`)).toEqual(all)
})
