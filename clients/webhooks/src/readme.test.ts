import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Consumer, consumer } from './package.fixture.ts'
import { type RealService, realService } from './service.fixture.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const examples = [...readme.matchAll(/```ts\n\/\/ (\[\w+-\d+\] .*)\n([\s\S]*?)```/g)].map(
  ([, title = '', program = ''], index) => ({ title, program, file: `example-${index}.ts` }),
)

let service: RealService
let project: Consumer
beforeAll(async () => {
  const [first, second] = await Promise.all([realService(), consumer()])
  service = first
  project = second
  for (const { file, program } of examples) await project.write(file, program)
})
afterAll(async () => {
  await service.close()
  await project.remove()
})

test('[WC-01] every example of the README has a title, and they compile', async () => {
  expect(examples.length).toBe(readme.match(/```ts\n/g)?.length)
  expect(await project.compile(...examples.map(({ file }) => file))).toBe('')
})

test.each(examples)('$title: the example of the README runs', async ({ program, file }) => {
  const expected = [...program.matchAll(/\/\/ → (.*)/g)].map(([, text]) => text)
  expect(expected.length).toBeGreaterThan(0)
  const env = { WEBHOOKS_URL: service.url, WEBHOOKS_TOKEN: service.token, PORT: '0' }
  expect((await project.run(file, env)).trimEnd().split('\n')).toEqual(expected)
})
