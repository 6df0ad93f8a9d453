import { readdir, readFile } from 'node:fs/promises'
import { contexts } from '@countersign/contracts/product'
import { type ErrorCode, fail } from '@countersign/kit/errors'
import { SEND_ERRORS } from '@countersign/kit/send-errors'
import { webhooksDocument } from '@countersign/webhooks'
import { describe, expect, test } from 'vitest'
import { productDocument } from './documents.ts'

const root = new URL('../../../../', import.meta.url)

/** The errors that a folder's code answers, by their code. */
async function codesIn(folder: string): Promise<Set<string>> {
  const names = (await readdir(new URL(folder, root), { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name),
  )
  const texts = await Promise.all(
    names.map((name) => readFile(new URL(folder + name, root), 'utf8')),
  )
  const codes = texts.flatMap((text) => [
    ...[...text.matchAll(/\bfail\(\s*'(\w+)'/g)].flatMap(([, code]) => code ?? []),
    ...(/\binvalid\(/.test(text) ? ['invalid'] : []),
  ])
  return new Set(codes)
}

const known: readonly ErrorCode[] = [
  ...(['bad_request', 'unauthorized', 'forbidden', 'not_found', 'conflict'] as const),
  ...(['payload_too_large', 'invalid', 'too_many_requests', 'internal', 'unavailable'] as const),
  ...(['not_configured', 'bad_gateway'] as const),
]

describe.each([
  ['product', productDocument(), Object.keys(contexts)],
  ['webhooks', webhooksDocument(), ['webhooks']],
] as const)('%s', (_, document, contexts) => {
  test('[WH-16] every error that the code answers is in the document, for every operation', async () => {
    const folders = [
      ...contexts.map((name) => `contexts/${name}/src/`),
      ...['packages/kit/src/', 'apps/server/src/'],
    ]
    const found = new Set((await Promise.all(folders.map(codesIn))).flatMap((codes) => [...codes]))
    const statuses = known
      .filter((code) => found.has(code) && code !== 'internal')
      .map((code) => fail(code, '').status)
    expect(statuses.length).toBeGreaterThan(5)
    for (const [path, item] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(item)) {
        const documented = Object.keys(Reflect.get(Object(operation), 'responses')).map(Number)
        // A request without a body has none of the wrong size or kind.
        const own = method === 'get' ? statuses.filter((one) => one !== 413) : [...statuses, 415]
        expect(documented, path).toEqual(expect.arrayContaining(own))
      }
  })
})

test('[WH-18] every text that an attempt can end with is documented', async () => {
  const page = await readFile(new URL('docs/api/deliveries.md', root), 'utf8')
  const documented = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, text]) => text)
  expect(documented.toSorted()).toEqual(Object.values(SEND_ERRORS).toSorted())
})
