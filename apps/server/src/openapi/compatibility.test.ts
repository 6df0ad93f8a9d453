import { readFile } from 'node:fs/promises'
import { webhooksDocument } from '@countersign/webhooks'
import { expect, test } from 'vitest'
import { type Document, incompatibilities } from './compatibility.ts'

const read = async (path: string) => readFile(new URL(path, import.meta.url), 'utf8')
const plain = (document: object): Document => JSON.parse(JSON.stringify(document))

test('[WH-16] nothing of the compatible service is missing or narrower but what is documented', async () => {
  const theirs: Document = JSON.parse(await read('../../compatible/webhooks.openapi.json'))
  const documented = await read('../../../../docs/api/differences.md')
  const found = incompatibilities(theirs, plain(webhooksDocument()))
  expect(found.filter((line) => !documented.includes(`\`${line}\``))).toEqual([])
})

test('[WH-16] the comparison finds what is missing and what is narrower', () => {
  const document = (operation: object) => ({ paths: { '/a/{x}/': { post: operation } } })
  const body = (schema: object) => ({ content: { 'application/json': { schema } } })
  const theirs = document({
    parameters: [{ name: 'limit', in: 'query', schema: {} }],
    requestBody: body({
      properties: { name: { type: 'string', maxLength: 9 }, kind: { enum: [1, 2] }, gone: {} },
    }),
    responses: { 201: body({ properties: { id: {} }, required: ['id'] }), 200: {} },
  }) as unknown as Document
  const ours = document({
    requestBody: body({
      properties: { name: { type: 'string', maxLength: 8 }, kind: { enum: [1] } },
      required: ['name'],
    }),
    responses: { 201: body({ properties: { id: {} } }) },
  }) as unknown as Document
  expect(incompatibilities(theirs, ours)).toEqual([
    'POST /a/{}: query limit missing',
    'POST /a/{}: body.name required',
    'POST /a/{}: body.name maxLength 8',
    'POST /a/{}: body.kind refuses 2',
    'POST /a/{}: body.gone ignored',
    'POST /a/{}: answer 200 missing',
    'POST /a/{}: 201.id not always answered',
  ])
  expect(incompatibilities(theirs, theirs)).toEqual([])
  expect(incompatibilities(theirs, { paths: {} })).toEqual(['POST /a/{}: missing'])
})
