import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { drawn } from '@countersign/kit/testing-volume'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { until } from '../webhooks.fixture.ts'
import { codeOf, hostileScripts } from './hostile.fixture.ts'
import { sandboxFlags } from './process.ts'
import type { Script } from './protocol.ts'
import { createSandbox } from './sandbox.ts'

const sandbox = createSandbox()
afterAll(() => sandbox.stop())

const webhook = {
  url: 'https://receiver.example/hook',
  eventType: 'transfer.created',
  payload: '{"amount":"1.5","nested":{"b":1,"a":2}}',
  maxBytes: 1024 * 1024,
}
const script = (code: string, more: Partial<typeof webhook> = {}): Script => ({
  code,
  webhook: { ...webhook, ...more },
})
const run = (code: string, more: Partial<typeof webhook> = {}) =>
  sandbox.run('tenant', script(code, more))
const handler = (body: string) => `function handler(webhook) { ${body} }`

describe('what a transformation may do', () => {
  test('[WH-06] changes method, url and payload', async () => {
    expect(await run(handler('return webhook'))).toEqual({
      ...{ ok: true, method: 'POST', cancel: false },
      ...{ url: webhook.url, payload: webhook.payload },
    })
    const code = handler(`
      webhook.method = 'PUT'
      webhook.url = 'https://other.example/' + webhook.eventType
      webhook.payload = [webhook.payload.amount, null]
      return webhook`)
    expect(await run(code)).toEqual({
      ...{ ok: true, method: 'PUT', cancel: false },
      ...{ url: 'https://other.example/transfer.created', payload: '["1.5",null]' },
    })
  })

  test.each(['7', '"text"', 'null', 'false', '[]'])(
    '[WH-06] any JSON value may be the payload: %s',
    async (value) => {
      expect(await run(handler(`return { payload: ${value} }`))).toMatchObject({ payload: value })
    },
  )

  test('[WH-06] what is left out stays; the type of event cannot be changed', async () => {
    const code = handler('return { payload: 1, method: null, eventType: "other", cancel: "yes" }')
    expect(await run(code)).toMatchObject({ method: 'POST', url: webhook.url, cancel: false })
    expect(await run('const handler = (webhook) => webhook')).toMatchObject({ ok: true })
  })

  test('[WH-06] cancels', async () => {
    const canceled = { ok: true, method: 'POST', url: '', payload: '', cancel: true }
    expect(await run(handler('return { cancel: true }'))).toEqual(canceled)
    expect(await run(handler('webhook.cancel = true; return webhook'))).toEqual(canceled)
  })

  test('[WH-06] says what went wrong, and where', async () => {
    expect(await run(handler('\n\nthrow new TypeError("no amount")'))).toEqual({
      ok: false,
      cause: 'script',
      error: 'Transformation failed: TypeError: no amount (line 3)',
    })
    expect(await run('function handler(')).toMatchObject({
      error: expect.stringMatching(/^Transformation failed: SyntaxError: .* \(line 1\)$/),
    })
    expect(await run('let x = 1')).toMatchObject({
      error: 'Transformation failed: The code must declare a function named handler',
    })
    expect(await run(handler('throw "long ".repeat(1000)'))).toMatchObject({
      error: expect.stringMatching(/^Transformation failed: (long ){100}$/),
    })
  })

  test('[WH-14] nothing stays from one call to the next, nor from tenant to tenant', async () => {
    // Of whatever a script can reach, changed by every call and counted by the next.
    const code = `
      const places = [globalThis]
      for (const name of Object.getOwnPropertyNames(globalThis)) {
        const value = globalThis[name]
        if (typeof value === 'function') places.push(value, value.prototype ?? value)
        if (typeof value === 'object') places.push(value)
      }
      const left = []
      for (const place of places) {
        if (Object.hasOwn(place, 'left') && place.left !== left) throw new Error('left by another')
        place.left = left
      }
      JSON.stringify = () => '"changed"'
      ${handler('return { payload: places.length }')}`
    // One process, so that all of them meet.
    const one = createSandbox({ processes: 1 })
    for (const tenant of ['a', 'a', 'b', 'a'])
      expect(await one.run(tenant, script(code))).toMatchObject({
        payload: expect.stringMatching(/^\d{3,}$/),
      })
    expect(one.stats()).toMatchObject({ run: 4, pids: [expect.any(Number)] })
    one.stop()
  })

  test('[WH-14] a payload as large as may be goes through', async () => {
    const payload = JSON.stringify({ text: 'x'.repeat(1024 * 1024 - 20) })
    expect(await run(handler('return webhook'), { payload })).toMatchObject({ payload })
  })
})

test.each(['/etc/passwd', '/proc/self/environ', resolve('package.json')])(
  '[WH-14] [T7] the process that runs scripts cannot read %s',
  async (file) => {
    const { promise, resolve: end } = Promise.withResolvers<string>()
    expect(await readFile(file)).toBeTruthy()
    const read = `fs.readFile(${JSON.stringify(file)}, (error) => console.log(error?.code ?? 'read'))`
    execFile(process.execPath, [...sandboxFlags, '-e', read], (_, out) => end(out.trim()))
    expect(await promise).toBe('ERR_ACCESS_DENIED')
  },
)

describe('hostile scripts', () => {
  /** Highest resident memory of a process so far, in MB. */
  const peakOf = async (pid: number) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  }

  test.each(drawn(hostileScripts))('[WH-14] $what: $fate', async (hostile) => {
    let peak = 0
    const watch = setInterval(async () => {
      for (const pid of sandbox.stats().pids) peak = Math.max(peak, await peakOf(pid))
    }, 10)
    // Each from a tenant of its own, so that none of them is known as slow.
    const result = await sandbox.run(hostile.what, script(codeOf(hostile)))
    clearInterval(watch)
    expect(peak).toBeLessThan(300)
    if (hostile.fate === 'dies') expect(result).toMatchObject({ ok: false, cause: 'overrun' })
    if (hostile.fate === 'refused') expect(result).toMatchObject({ ok: false })
    if (result.ok) expect(() => JSON.parse(result.payload)).not.toThrow()
    if (hostile.fate === 'harmless') expect(result).toMatchObject({ ok: true, method: 'POST' })
    // The next one of whoever comes finds a sandbox that works.
    expect(await run(handler('return webhook'))).toMatchObject({ ok: true })
  })

  test('[WH-14] a plain endless loop ends without costing the process', async () => {
    const one = createSandbox({ processes: 1 })
    expect(await one.run('good', script(handler('return webhook')))).toMatchObject({ ok: true })
    const before = one.stats().pids
    const endless = one.run('bad', script(handler('for (;;);')))
    expect(await endless).toMatchObject({ ok: false, cause: 'overrun' })
    expect(one.stats().pids).toEqual(before)
    one.stop()
  })

  test('[WH-14] a quick tenant is served all the time, whatever is killed meanwhile', async () => {
    const crowd = createSandbox()
    const good = (tenant = 'good') => crowd.run(tenant, script(handler('return webhook')))
    await until('both processes work', async () => {
      const runs = [good(), good('other')]
      const { running } = crowd.stats()
      await Promise.all(runs)
      return running === 2
    })
    const bad = hostileScripts.filter(({ fate }) => fate === 'dies').slice(0, 2)
    const attack = bad.map((one, i) => crowd.run(`bad${i}`, script(codeOf(one))))
    let over = false
    void Promise.all(attack).then(() => {
      over = true
    })
    let served = 0
    for (; !over; served++) expect(await good()).toMatchObject({ ok: true })
    for (const result of await Promise.all(attack)) expect(result).toMatchObject({ ok: false })
    // Waiting for each of them, it would have had about one turn between two.
    expect(served).toBeGreaterThan(10)
    crowd.stop()
  })

  test('[WH-14] a tenant has a bounded number waiting, and nobody waits for ever', async () => {
    const small = createSandbox({ processes: 1, patienceMs: 500 })
    const endless = script(handler('for (;;);'))
    await until('it has started', async () => {
      const result = await small.run('good', script(handler('return webhook')))
      return result.ok
    })
    const all = Array.from({ length: 8 }, () => small.run('bad', endless, 'now'))
    const results = await Promise.all(all)
    const causes = results.map((result) => (result.ok ? 'ok' : result.cause))
    expect(causes.filter((cause) => cause === 'busy').length).toBeGreaterThanOrEqual(4)
    expect(causes).toContain('overrun')
    small.stop()
  })

  test('[WH-14] the only one that waits is refused once its patience is over, not at the first look', async () => {
    // Longer than the time between two looks.
    const one = createSandbox({ processes: 1, patienceMs: 400, deadlineMs: 30_000 })
    const good = () => one.run('good', script(handler('return webhook')))
    await until('it has started', async () => (await good()).ok)
    const busy = one.run('bad', script(handler('for (;;);')))
    expect(await good()).toMatchObject({ ok: false, cause: 'busy' })
    expect(one.stats()).toMatchObject({ running: 1, waiting: 0 })
    one.stop()
    expect((await busy).ok).toBe(false)
  })

  test('[WH-14] a process that is killed from outside is replaced', async () => {
    const one = createSandbox({ processes: 1 })
    const good = () => one.run('good', script(handler('return webhook')))
    expect(await good()).toMatchObject({ ok: true })
    const [pid] = one.stats().pids
    process.kill(pid!, 'SIGKILL')
    await vi.waitFor(() => expect(one.stats().pids).not.toContain(pid), { timeout: 60_000 })
    expect(await good()).toMatchObject({ ok: true })
    expect(one.stats().pids).not.toEqual([pid])
    one.stop()
    expect(await good()).toMatchObject({ ok: false, cause: 'busy' })
  })

  test('[WH-14] the process can neither write nor start another, and knows no secret', async () => {
    const [pid] = sandbox.stats().pids
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8')
    for (const text of environment.split('\0').filter(Boolean))
      expect(text).toMatch(/^(NODE_CHANNEL_|PWD=|SHLVL=|_=|OLDPWD=)/)
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    expect(command.split('\0')).toContain('--permission')
    // Left behind by a parent that was killed, an endless script ends when its CPU time does.
    const limits = await readFile(`/proc/${pid}/limits`, 'utf8')
    expect(limits).toMatch(/Max cpu time +40 +45 /)
    expect(await readFile(`/proc/${pid}/oom_score_adj`, 'utf8')).toBe('1000\n')
  })
})
