import { expect, type Page, type Route } from '@playwright/test'
import type { Person, Screen } from './screens.ts'

/** What a screen can look like. */
export const states = [
  'full',
  'loading',
  'error',
  'refused',
  'empty',
  'no-match',
  'forbidden',
] as const
/** One of them. */
export type State = (typeof states)[number]

/** Who sees a screen in a state; undefined where there is no such state. */
export function viewerOf(screen: Screen, state: State): Person | undefined {
  const { who, call, empty, noMatch, forbidden } = screen
  if (state === 'empty') return empty?.[0]
  if (state === 'forbidden') return forbidden?.[0]
  // A refused call has the card of a failed one, with other words: once is enough.
  if (state === 'refused') return screen.name === 'directory' ? who : undefined
  if (state === 'no-match') return noMatch ? who : undefined
  return state === 'full' || call ? who : undefined
}

/** What the table of screens leaves open: things that are made before the pictures are taken. */
export interface World {
  readonly endpoint: string
  readonly message: string
  readonly transfer: string
  /** The secret of a link by which a customer proves a wallet. */
  readonly proof: string
}

/** Brings a screen into a state. @returns what ends the state: the held call goes on, the next one is answered */
export async function show(
  page: Page,
  screen: Screen,
  state: State,
  world: World,
): Promise<() => Promise<void>> {
  const { call } = screen
  const path = screen.path
    .replace('{endpoint}', world.endpoint)
    .replace('{message}', world.message)
    .replace('{transfer}', world.transfer)
    .replace('{proof}', world.proof)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const answers: Partial<Record<State, (route: Route) => Promise<void>>> = {
    loading: (route) => held.then(() => route.continue().catch(() => undefined)),
    error: (route) => route.fulfill(failure),
    refused: (route) => route.abort('connectionrefused'),
  }
  const answer = answers[state]
  const isCall = ({ pathname }: URL) =>
    pathname.startsWith('/api/') && (call?.test(pathname) ?? false)
  if (answer) await page.route(isCall, answer)
  // A page that differs in its fragment alone would not be loaded anew.
  if (path.includes('#')) await page.goto('about:blank')
  await page.goto(state === 'no-match' ? path.split('?')[0] + (screen.noMatch ?? '') : path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (state === 'loading') await expect(waiting(page).first()).toBeVisible()
  else if (answer) await expect(failed(page).first()).toBeVisible()
  else await settled(page)
  return async () => {
    if (!answer) return
    await page.unroute(isCall, answer)
    release()
  }
}

const failure = {
  status: 500,
  headers: { 'access-control-allow-origin': '*', 'x-request-id': 'req_7Hc2kQ9v' },
  json: { err: { message: 'Something unexpected happened' } },
}

const waiting = (page: Page) => page.locator('main :is(.skeleton, .spin, [aria-busy="true"])')

/** The cards that say what could not be loaded. */
export const failed = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('alert')
    .filter({ has: page.getByRole('button', { name: 'Copy details' }) })

/** Everything that was asked for has come. */
export async function settled(page: Page): Promise<void> {
  await expect(waiting(page)).toHaveCount(0)
  // The switcher’s name of the company comes apart from the screen.
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
}

/** What reaches beyond the right edge of the page, so that it scrolls sideways. */
export const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const isCut = (element: Element): boolean =>
      element.parentElement !== null &&
      (getComputedStyle(element.parentElement).overflowX !== 'visible' ||
        isCut(element.parentElement))
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .filter((element) => !isCut(element))
      .slice(0, 3)
      .map((element) => element.outerHTML.slice(0, 160))
      .concat(`${scrollWidth} > ${clientWidth}`)
  })

/** Makes or finds what screens of details need: endpoints, a message, a transfer, a link. */
export async function prepare(ana: Page, lena: Page): Promise<World> {
  await lena.evaluate(async () => {
    const body = JSON.stringify({
      name: 'Linden Pay',
      website: 'https://www.lindenpay.example',
      legalName: 'Linden Pay GmbH',
      jurisdictions: ['DE'],
    })
    const headers = { 'content-type': 'application/json', 'x-user-agent': 'pictures' }
    const made = await fetch('/api/auth/customer', { method: 'POST', headers, body })
    if (!made.ok) throw new Error(`No company: ${await made.text()}`)
  })
  return ana.evaluate(async () => {
    const call = async (url: string, body?: unknown, token?: string) => {
      const answer = await fetch(url, {
        method: body ? 'POST' : 'GET',
        headers: {
          'content-type': 'application/json',
          'x-user-agent': 'pictures',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`)
      return answer.json()
    }
    const did = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'
    const { transactions } = await call(`/api/tx/list?vaspDID=${did}&txDirection=incoming`)
    const { link } = await call('/api/v1/wallet-proofs', {
      vaspDID: did,
      customerRef: 'KB-10023',
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      network: 'ethereum',
      depositAddress: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    })
    const portal = await call(`/api/v1/vasps/${encodeURIComponent(did)}/webhook-portal`, {})
    const receiver = await call('/api/demo/receiver')
    const app = `${portal.serverUrl}/api/v1/app/${portal.appId}`
    const add = (body: object) => call(`${app}/endpoint`, body, portal.token)
    await add({ url: receiver.url, description: 'Verifies', secret: receiver.secret })
    // Its secret is another one, so the receiver refuses what is sent to it.
    const { id } = await add({ url: receiver.url, description: 'Staging, with an old secret' })
    await call('/api/tf/vasps/update', { did, fields: { description: 'Spot exchange' } })
    for (let round = 0; round < 100; round++) {
      const { data } = await call(`${app}/attempt/endpoint/${id}`, undefined, portal.token)
      if (data.length > 0)
        return {
          endpoint: id,
          message: data[0].msgId,
          transfer: transactions[0].id,
          proof: new URL(link).hash.slice(1),
        }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('Nothing was sent to the endpoint')
  })
}
