import { type Signed, told } from '../house/ask.ts'
import { draftOf } from '../transfer/life.ts'
import { paced } from '../transfer/measure.ts'

/** What companies with little to do notice, in the order of the table. */
export const acts = ['create', 'approve, until the other side has it', 'open', 'list'] as const
export type Times = Record<(typeof acts)[number], number[]>

/** A few transfers a second between unrelated companies, each opened, and listed by both. @returns milliseconds of each call */
export async function light(
  fronts: readonly string[],
  people: readonly Signed[],
  at: { readonly rate: number; readonly seconds: number },
): Promise<Times> {
  const times: Times = { [acts[0]]: [], [acts[1]]: [], [acts[2]]: [], [acts[3]]: [] }
  const timed = async <T>(act: keyof Times, once: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const found = await once()
    times[act].push(performance.now() - began)
    return found
  }
  await paced(at, async (n) => {
    const [from, to] = [people[n % people.length], people[(n + 1) % people.length]]
    if (!from || !to) return
    const call = (who: Signed, ...asked: Parameters<typeof told>[2]) =>
      told(fronts[n % fronts.length] ?? '', who, asked)
    const { id } = await timed('create', () =>
      call(from, 'POST', '/tx/create', draftOf(from.did, to.did)),
    )
    await timed('approve, until the other side has it', async () => {
      await call(from, 'POST', `/tx/approve?id=${id}`)
      while (!(await hasIt(to, `${id}`, fronts[n % fronts.length] ?? '')));
    })
    await call(to, 'POST', `/tx/confirm?id=${id}`)
    await timed('open', () => call(to, 'POST', '/tx/decrypt', { id, reason: { code: 'DECIDE' } }))
    await call(to, 'POST', `/tx/accept?id=${id}`, {})
    for (const who of [from, to])
      await timed('list', () => call(who, 'GET', '/tx/list?resultsPerPage=50'))
  })
  return times
}
const hasIt = (who: Signed, id: string, front: string): Promise<boolean> =>
  told(front, who, ['GET', `/tx/info?id=${id}`]).then(
    () => true,
    () => false,
  )
