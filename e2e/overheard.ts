import type { BrowserContext, Page } from '@playwright/test'

/** What a browser was sent, asked for or said: where from, and the text. */
type Heard = { readonly from: string; readonly text: string }

/**
 * Listens to all pages of a browser from now on: addresses and answers, whatever their type, and the console.
 * @returns from where something came that contains a text
 */
export function overheard(context: BrowserContext) {
  const said: Promise<Heard>[] = []
  const hear = (from: string, text: string | Promise<string>) =>
    void said.push(Promise.resolve(text).then((all) => ({ from, text: all })))
  context.on('request', (request) => hear('request', request.url()))
  context.on('console', (message) => hear('console', message.text()))
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    hear(`headers of ${pathname}`, JSON.stringify(response.headers()))
    // What was left in the middle has no body.
    hear(
      pathname,
      response.body().then(
        (bytes) => bytes.toString(),
        () => '',
      ),
    )
  })
  return async (text: RegExp): Promise<string[]> => {
    const all = await Promise.all(said)
    return [...new Set(all.filter((one) => text.test(one.text)).map(({ from }) => from))]
  }
}

/** Where a browser keeps a text that matches: any of its stores, a title or an address. */
export async function keptIn(page: Page, text: RegExp): Promise<string[]> {
  const { cookies, origins } = await page.context().storageState({ indexedDB: true })
  const inPage = await page.evaluate(async () => {
    const cached: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        cached.push(request.url, (await (await cache.match(request))?.text()) ?? '')
    }
    return { sessionStorage: { ...sessionStorage }, cached, title: document.title }
  })
  const stores = {
    cookies,
    localStorage: origins.map((one) => one.localStorage),
    indexedDB: origins.map((one) => ('indexedDB' in one ? one.indexedDB : [])),
    sessionStorage: inPage.sessionStorage,
    caches: inPage.cached,
    title: inPage.title,
    address: page.url(),
  }
  return Object.entries(stores).flatMap(([name, store]) =>
    text.test(JSON.stringify(store)) ? [name] : [],
  )
}
