import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Consumer, consumer } from './package.fixture.ts'
import { version } from './version.ts'

let project: Consumer
beforeAll(async () => {
  project = await consumer()
})
afterAll(() => project.remove())

const manifest: Record<string, unknown> = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)
const built = () =>
  readdirSync(project.dist)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(project.dist, name), 'utf8'))

test('[WC-01] the package needs nothing: no dependency, no import of Node or of another package', () => {
  expect(manifest).not.toHaveProperty('dependencies')
  expect(manifest).not.toHaveProperty('peerDependencies')
  const imported = built().flatMap((text) =>
    [
      ...text.matchAll(
        /(?:^(?:import|export)\s(?:[^'"\n]*\sfrom\s)?|\bimport\(\s*)['"]([^'"]+)['"]/gm,
      ),
    ].map(([, name]) => name),
  )
  expect(imported.length).toBeGreaterThan(10)
  expect(imported.filter((name) => !name?.startsWith('./'))).toEqual([])
  expect(built().filter((text) => /\b(process|Buffer|require)\b[.(]/.test(text))).toEqual([])
})

test('[WC-01] the version that is sent is the version that is published', () => {
  expect(version).toBe(manifest.version)
})

test('[WC-01] it stays small', () => {
  expect(gzipSync(built().join('\n')).length).toBeLessThan(14_000)
})

test('[WC-01] a consumer sees the types of parameters and answers', async () => {
  await project.write(
    'types.ts',
    `import { createClient, type EndpointOut, iterate } from '@countersign/webhooks-client'
const client = createClient('t', { serverUrl: 'http://127.0.0.1:1' })
export const endpoint: () => Promise<EndpointOut> = () => client.endpoint.get('a', 'b')
export const created = async (): Promise<Date> => (await endpoint()).createdAt
export const names = async () => {
  for await (const app of iterate((page) => client.application.list(page))) console.log(app.name.length)
}
// @ts-expect-error a body is required
client.endpoint.create('a')
// @ts-expect-error no such status
client.messageAttempt.listByEndpoint('a', 'b', { status: 9 })
// @ts-expect-error no such field
client.application.create({ name: 'A', colour: 'red' })
// @ts-expect-error nothing is answered
client.endpoint.delete('a', 'b').then((answer) => answer.id)
// @ts-expect-error a server or a domain is needed
createClient('t', {})
`,
  )
  expect(await project.compile('types.ts')).toBe('')
})
