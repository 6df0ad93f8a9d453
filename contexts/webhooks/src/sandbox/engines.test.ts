import { beforeEach, expect, test } from 'vitest'
import { type TenantEngines, tenantEngines } from './engines.ts'
import { type Script, warmEngines } from './protocol.ts'
import { type Engine, freshEngine, isFit } from './script.ts'

let made: Engine[]
let engines: TenantEngines
beforeEach(() => {
  made = []
  engines = tenantEngines(async (worn) => {
    const engine = await freshEngine(worn)
    made.push(engine)
    return engine
  })
})

const script = (body: string): Script => ({
  code: `function handler(webhook) { ${body}; return webhook }`,
  webhook: { url: 'https://a.example/', eventType: 'x', payload: '{}', maxBytes: 1000 },
})
/** Works with a text, as a process does for a tenant: the next engine is made after the answer. */
const work = async (tenant: string, text: string, times = 500) => {
  const code = script(`Array.from({ length: ${times} }, (_, n) => '${text}' + n)`)
  expect(await engines.run({ tenant, script: code })).toMatchObject({ ok: true })
  engines.prepare()
}
/** The engines whose memory has the text, used or left over. */
const holding = (text: string) =>
  made.filter(({ memory }) => Buffer.from(memory.buffer).includes(text))
const memories = () => new Set(made.map(({ memory }) => memory)).size

test('[WH-14] [T7] no memory ever holds what two tenants worked with, also when it is used again', async () => {
  const tenants = Array.from({ length: warmEngines + 4 }, (_, n) => `tenant-${n}`)
  for (const [turn, tenant] of tenants.entries()) {
    // Each less than the one before, so that it does not cover all that was there.
    await work(tenant, `text of ${tenant}:`, 5000 - 500 * turn)
    expect(holding(`text of ${tenant}:`)).not.toEqual([])
    for (const other of tenants.slice(0, turn))
      for (const engine of holding(`text of ${tenant}:`))
        expect(holding(`text of ${other}:`), `${other}'s text`).not.toContain(engine)
  }
  // Some were indeed used again.
  expect(memories()).toBeLessThan(made.length)
})

test('[WH-14] a tenant keeps its engine, until a script has made it grow', async () => {
  await work('one', 'first:')
  const first = holding('first:')
  expect(first).toHaveLength(1)
  await work('one', 'second:')
  expect(holding('second:')).toEqual(first)
  const large = script('new Uint8Array(17_000_000)')
  expect(await engines.run({ tenant: 'one', script: large })).toMatchObject({ ok: true })
  expect(first.map(isFit)).toEqual([false])
  await work('one', 'third:')
  expect(holding('third:').map(isFit)).toEqual([true])
  expect(holding('third:')).not.toEqual(first)
})
