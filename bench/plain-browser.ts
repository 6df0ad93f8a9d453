import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import config from '../playwright.config.ts'

/** One page of the browser, by the protocol of its developer tools. */
export type Tab = {
  send(method: string, params?: object): Promise<Record<string, unknown>>
  close(): Promise<void>
}

/** A browser with an empty profile. */
export type PlainBrowser = { open(): Promise<Tab>; close(): Promise<void> }

type Answer = { id?: number; result?: Record<string, unknown>; error?: { message: string } }

/**
 * A Chromium that nobody watches. A test's browser follows each call and request and keeps their
 * stacks, which costs a page a third of its own time; this one is only told what to open.
 */
export async function launchPlain(): Promise<PlainBrowser> {
  const { executablePath = 'chromium', args = [] } = config.use?.launchOptions ?? {}
  const profile = await mkdtemp(join(tmpdir(), 'countersign-page-'))
  const own = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const browser = spawn(executablePath, [...args, ...own, '--window-size=1280,800'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const send = await connect(await debuggerOf(browser.stderr))
  return {
    open: async () => {
      const { browserContextId } = await send('Target.createBrowserContext')
      const { targetId } = await send('Target.createTarget', {
        ...{ url: 'about:blank', browserContextId },
      })
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
      return {
        send: (method, params) => send(method, params, sessionId),
        close: async () => void (await send('Target.disposeBrowserContext', { browserContextId })),
      }
    },
    close: async () => {
      const ended = once(browser, 'exit')
      // Its socket may end before its answer comes.
      void send('Browser.close')
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function debuggerOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const url = /^DevTools listening on (ws:\S+)$/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('The browser ended before it listened')
}

/** Calls of the protocol over one socket, each answered by its number. */
async function connect(url: string) {
  const socket = new WebSocket(url)
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>()
  socket.addEventListener('message', ({ data }) => {
    const { id = 0, result, error }: Answer = JSON.parse(String(data))
    const call = waiting.get(id)
    waiting.delete(id)
    if (error) call?.reject(new Error(error.message))
    else call?.resolve(result ?? {})
  })
  await once(socket, 'open')
  let last = 0
  return (method: string, params: object = {}, sessionId?: unknown) => {
    const call = Promise.withResolvers<Record<string, unknown>>()
    waiting.set(++last, call)
    socket.send(JSON.stringify({ id: last, method, params, ...(sessionId ? { sessionId } : {}) }))
    return call.promise
  }
}
