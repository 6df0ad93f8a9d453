import { type Signed, told } from '../house/ask.ts'
import { draftOf } from '../transfer/life.ts'

/** Where a transfer is meant to end, and how each side brings it there. */
export const endings = ['ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'DECLINED', 'REJECTED', 'CANCELLED']

/** Does something once, and notes how long it took. */
export type Timed = <T>(act: string, once: () => Promise<T>) => Promise<T>

/** What the load works with. */
export type Load = {
  readonly fronts: readonly string[]
  readonly people: readonly Signed[]
  readonly timed: Timed
  /** Transfers that were created, with where each is meant to end. */
  readonly meant: Map<string, string>
}

/** One call as somebody, to one process after the other. */
export const callOf =
  ({ fronts, timed }: Load, turn: number) =>
  (act: string, who: Signed, ...asked: Parameters<typeof told>[2]) =>
    timed(act, () => told(fronts[turn % fronts.length] ?? '', who, asked))

/** A transfer from its creation to where it is meant to end; some are opened on the way. */
export async function transfer(load: Load, n: number): Promise<void> {
  const { people, meant } = load
  const [from, to] = [people[n % people.length], people[(n + 1) % people.length]]
  const ending = endings[n % endings.length] ?? ''
  if (!from || !to) return
  const call = callOf(load, n)
  const { id } = await call('create', from, 'POST', '/tx/create', draftOf(from.did, to.did))
  meant.set(`${id}`, ending)
  if (ending === 'CANCELLED') {
    await call('cancel', from, 'POST', '/tx/cancel', { id, reason: 'OTHER', comment: 'A trial' })
    return
  }
  await call('approve', from, 'POST', `/tx/approve?id=${id}`)
  if (ending === 'REJECTED') {
    await call('reject', to, 'POST', '/tx/reject', { id })
    return
  }
  await call('confirm', to, 'POST', `/tx/confirm?id=${id}`)
  if (n % 4 === 0) await call('open', to, 'POST', '/tx/decrypt', { id, reason: { code: 'DECIDE' } })
  if (ending === 'DECLINED')
    await call('decline', to, 'POST', '/tx/decline', { id, reason: 'SANCTIONS' })
  else await call('accept', to, 'POST', `/tx/accept?id=${id}`, {})
}

/** What people read meanwhile: lists, and now and then somebody by name. */
export async function read(load: Load, n: number): Promise<void> {
  const who = load.people[n % load.people.length]
  if (!who) return
  const call = callOf(load, n)
  await call('list', who, 'GET', '/tx/list?resultsPerPage=50')
  if (n % 5 === 0)
    await call('search', who, 'POST', '/tx/search', { person: { name: 'Zephyrine Quillbottom A' } })
}

/** A file of one company's transfers, from the request until it is read. */
export async function exported(load: Load, n: number): Promise<void> {
  const who = load.people[n % load.people.length]
  if (!who) return
  const call = (...asked: Parameters<typeof told>[2]) =>
    told(load.fronts[n % load.fronts.length] ?? '', who, asked)
  const path = '/v1/transactions/export-requests'
  await load.timed('export', async () => {
    const { id } = await call('POST', path, { format: 'CSV' })
    for (;;) {
      const { state } = await call('GET', `${path}/${id}`)
      if (state === 'READY') break
      if (state === 'FAILED') throw new Error('An export failed')
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    await call('GET', `${path}/${id}/download`)
  })
}
