import { setTimeout as sleep } from 'node:timers/promises'
import { answer, childOptions } from '../child.ts'
import { ask, type Signed } from '../house/ask.ts'
import { draftOf } from '../transfer/life.ts'

/** What the greedy company works with: its person, and the one of a company that answers to it. */
type Options = { fronts: string[]; pair: [Signed, Signed]; clients: number }

const { fronts, pair, clients } = childOptions<Options>()
const [own, other] = pair

/** Sends transfers to acceptance and lists, as fast as answers come; what is refused for its rate waits as it is told. */
async function life(until: number, seen: { transfers: number; calls: number; refused: number }) {
  let turn = 0
  const call = async (who: Signed, ...asked: Parameters<typeof ask>[2]) => {
    while (performance.now() < until) {
      const found = await ask(fronts[turn++ % fronts.length] ?? '', who, asked)
      seen.calls++
      if (found.status < 300) return found.body
      if (found.status !== 429)
        throw new Error(`${asked[1]}: ${found.status} ${JSON.stringify(found.body)}`)
      seen.refused++
      await sleep(found.retryAfter * 1_000)
    }
    return undefined
  }
  while (performance.now() < until) {
    const id = (await call(own, 'POST', '/tx/create', draftOf(own.did, other.did)))?.id
    const list = () => call(own, 'GET', '/tx/list?resultsPerPage=50')
    const done =
      (await call(own, 'POST', `/tx/approve?id=${id}`)) &&
      (await list()) &&
      (await call(other, 'POST', `/tx/confirm?id=${id}`)) &&
      (await list()) &&
      (await call(other, 'POST', `/tx/accept?id=${id}`, {}))
    if (done) seen.transfers++
  }
}

answer<{ seconds: number }>(async ({ seconds }) => {
  const seen = { transfers: 0, calls: 0, refused: 0 }
  const began = performance.now()
  await Promise.all(Array.from({ length: clients }, () => life(began + seconds * 1_000, seen)))
  const took = (performance.now() - began) / 1_000
  return { ...seen, took }
})
process.send?.('ready')
