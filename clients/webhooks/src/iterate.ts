import type { Page } from './operation.ts'

/**
 * All items of a list, page after page, asked for when they are needed.
 * `for await (const app of iterate((page) => client.application.list({ limit: 100, ...page })))`
 * @param list asks for the page after an iterator; the first time there is none
 */
export async function* iterate<T>(
  list: (page: { readonly iterator?: string }) => Promise<Page<T>>,
): AsyncGenerator<T, void, undefined> {
  let place: { readonly iterator?: string } = {}
  for (;;) {
    const { data, done, iterator } = await list(place)
    yield* data
    // A list that does not move on would be asked for ever.
    if (done || !iterator || iterator === place.iterator) return
    place = { iterator }
  }
}
