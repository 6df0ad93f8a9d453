import { connect } from '@countersign/kit/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import {
  draft,
  granite,
  ivms101,
  kestrel,
  transfersFixture,
} from '../transfer/transfers.fixture.ts'
import { sweepSteps } from './sweep.worker.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
let relay: TransactionsDeps['database']
beforeAll(async () => {
  // That a step waits is warned of.
  fixture = await transfersFixture({ log: { warn: () => {} } })
  relay = connect<DB>({ url: fixture.url, role: 'countersign_relay', max: 1 })
})
afterAll(async () => {
  await relay.close()
  await fixture.close()
})

test('[TX-02] a deposit that has changed unheard by its company is merged with its message all the same', async () => {
  const { deps } = fixture
  const [ours, theirs] = [fixture.as(kestrel), fixture.as(granite)]
  const txHash = `0x${'c'.repeat(64)}`
  const { id } = await ours.create({ body: draft() })
  await ours.approve({ query: { id } })
  const { beneficiaryVASPdid: _, ivms101: __, transactionBlockchainInfo, ...coins } = draft()
  const { destination } = transactionBlockchainInfo
  const deposit = await theirs.notify({
    body: { ...coins, originatorVASPdid: kestrel, destination, txHash },
  })
  const silent = {
    ...deps.counterparty,
    deliver: () => Promise.reject(new Error('Nothing arrives')),
  }
  await fixture
    .as(kestrel, {}, { counterparty: silent })
    .update({ body: { id: deposit.id, ivms101 } })
  await ours.setHash({ body: { id, txHash } })
  for (let round = 0; round < 3; round++) {
    fixture.clock.advance(60_000)
    await sweepSteps({ deps, relay })
  }
  expect(await theirs.info({ query: { id: deposit.id } })).toMatchObject({
    status: 'CANCELLED',
    mergedInto: id,
  })
})
