import { scaled } from '@countersign/kit/testing-volume'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseDue } from '../retention/index.ts'
import { draft, granite, kestrel } from '../transfer/transfers.fixture.ts'
import { type Does, raceFixture } from './race.fixture.ts'

let fixture: Awaited<ReturnType<typeof raceFixture>>
beforeAll(async () => {
  fixture = await raceFixture(scaled(15))
  fixture.opening.add(granite)
})
afterAll(() => fixture.close())

const sixYears = 6 * 366 * 86_400_000

/** A transfer that both companies have accepted, and of which the law wants nothing kept any longer. */
async function over(keeps: string | null) {
  const [ours, theirs] = [fixture.as(kestrel), fixture.as(granite)]
  const { id } = await ours.create({ body: draft() })
  await ours.approve({ query: { id } })
  await theirs.confirm({ query: { id } })
  await theirs.accept({ query: { id }, body: {} })
  fixture.clock.advance(sixYears)
  const until = new Date(fixture.clock() + sixYears / 12).toISOString().slice(0, 10)
  if (keeps !== null)
    await fixture.retentionOf(keeps).hold({ body: { ids: [id], until, reason: 'An old case' } })
  return { id }
}

const reason = { code: 'AUDIT', comment: 'Zephyrine asked what we hold' } as const
const opens: readonly [string, Does][] = [
  ['opens it', ({ theirs }, { id }) => theirs.decrypt({ body: { id, reason } })],
  ['has it opened', ({ theirs }, { id }) => theirs.info({ query: { id, decrypt: 'true' } })],
  [
    'opens a list with it',
    ({ theirs }) =>
      theirs.list({ query: { decrypt: 'true', decryptReason: 'AUDIT', resultsPerPage: '1' } }),
  ],
]
test.each(
  opens.flatMap(([name, opening]) =>
    [null, kestrel].map((keeps) => [name, keeps ?? 'nobody', keeps, opening] as const),
  ),
)(
  '[TX-04] personal data is erased while somebody %s, and is kept by %s',
  async (_, __, keeps, other) => {
    await fixture.race({
      before: () => over(keeps),
      one: ({ deps }) => eraseDue({ deps, relay: fixture.relay }),
      other,
      seen: async ({ id }) => {
        const left = await fixture.rows(`select from transactions.pii_view
        where transfer_id = '${id}' and vasp_did = '${granite}' and comment is not null`)
        expect(left, 'nothing that was said about it is left').toEqual([])
      },
    })
  },
  600_000,
)
