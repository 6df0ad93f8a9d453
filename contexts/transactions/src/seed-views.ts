import type { TransactionsDeps } from './deps.ts'
import { findAccepted } from './history/index.ts'
import { addViews, type NotedViews } from './opening/index.ts'
import type { SeedBook } from './seed-book.ts'

/** How many looks of others at the company's data the demo begins with. */
const count = 30
/** How long after a transfer somebody looked. */
const afterMs = 40 * 60_000

/** Notes that people of other companies opened the data of transfers which they had accepted, on both sides. */
export async function seedViews(
  { database }: TransactionsDeps,
  { company, by }: SeedBook,
): Promise<void> {
  const found = await database.withTenant(company, (tx) => findAccepted(tx, company, count))
  const noted = found.map(({ id, beneficiary, at }, index): NotedViews => {
    const viewed = {
      views: (['ORIGINATOR', 'BENEFICIARY'] as const).map((part) => ({
        id: `vew_demo${index}${part}`,
        part,
        version: 1,
      })),
      viewer: beneficiary,
      role: index % 3 === 0 ? 'compliance_officer' : 'compliance_agent',
      reason: index % 7 === 0 ? ('AUDIT' as const) : ('DECIDE' as const),
      how: 'CLICK' as const,
      at: new Date(at.getTime() + afterMs).toISOString(),
    }
    return { transferId: id, owner: company, viewed, own: null }
  })
  await database.withTenant(company, (tx) => addViews(tx, company, noted))
  for (const [viewer, some] of Map.groupBy(noted, ({ viewed }) => viewed.viewer))
    await database.withTenant(viewer, (tx) =>
      addViews(
        tx,
        viewer,
        some.map((one) => ({ ...one, own: { by, comment: null } })),
      ),
    )
}
