import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { RoleGrant } from '@countersign/contracts'
import { directBytes } from '@countersign/contracts/trust'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainOf, change, rowsOf } from '../governance.fixture.ts'
import { aster, asterEu, trustFixture } from '../trust.fixture.ts'
import { formOf, formType, pdf, streamOf } from './document.fixture.ts'
import { fakeS3, s3Bucket, s3Key, s3Region } from './s3.fixture.ts'
import { s3Storage } from './storage-s3.ts'
import { looseMs, sweepFiles } from './sweep.worker.ts'

let s3: Awaited<ReturnType<typeof fakeS3>>
let fixture: Awaited<ReturnType<typeof trustFixture>>
let scanner: (path: string) => Promise<string | undefined>
beforeAll(async () => {
  s3 = await fakeS3()
  fixture = await trustFixture({
    documents: {
      scan: (path) => scanner(path),
      mark: async (bytes, reader) => Buffer.concat([bytes, Buffer.from(`for ${reader}`)]),
    },
    wrap: () =>
      s3Storage({
        ...{ bucket: s3Bucket, region: s3Region, endpoint: s3.endpoint, forcePathStyle: true },
        ...{ credentials: s3Key, direct: true },
      }),
  })
})
afterAll(async () => {
  await fixture.close()
  await s3.close()
})
beforeEach(() => {
  scanner = async () => undefined
})

const person = (vaspDID = aster, did = 'did:example:ana', role: RoleGrant['role'] = 'admin') => ({
  ...{ email: 'ana@aster.example', did },
  grants: [{ vaspDID, role }],
})
const api = (vaspDID = aster, did?: string) => fixture.as(person(vaspDID, did)).document
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const mediaType = 'application/pdf' as const
const size = directBytes
const announce = (bytes: Uint8Array, more: { size?: number; documentId?: string } = {}) =>
  api().startDirect({
    did: aster,
    body: {
      ...{ documentType: 'LICENCE', fileName: '../licence\u202e 2026.pdf', mediaType },
      ...{ size: bytes.length, sha256: sha256(bytes), ...more },
    },
  })
const begin = async (...of: Parameters<typeof announce>) => {
  const { upload } = await announce(...of)
  if (!upload) throw new Error('No address')
  return upload
}
type Begun = Awaited<ReturnType<typeof begin>>
const send = (to: Begun, bytes: Uint8Array, more: Record<string, string> = {}) =>
  fetch(to.url, {
    ...{ method: 'PUT', body: Buffer.from(bytes) },
    headers: { ...Object.fromEntries(to.headers.map(({ key, value }) => [key, value])), ...more },
  })
const complete = ({ ticket }: Begun, more = {}) =>
  api().completeDirect({ did: aster, body: { ticket, ...more } })
const uploaded = async (bytes = pdf(size), more?: { documentId: string }) => {
  const to = await begin(bytes, more)
  expect((await send(to, bytes)).status).toBe(200)
  return complete(to, { title: 'Licence' })
}
const library = async () => (await api().list({ did: aster })).documents
/** What lies in the bucket although no version names it. */
const leftovers = async () => {
  const rows = await rowsOf<{ storage_key: string }>(
    fixture,
    'select storage_key from trust.document_version',
  )
  const named = new Set(rows.map((row) => row.storage_key))
  return [...s3.objects.keys()].filter((key) => !named.has(key))
}
/** Nothing new in the library or in the bucket, and nothing among the files that wait. */
const nothingNew = async (work: () => Promise<unknown>) => {
  const before = [await library(), [...s3.objects.keys()]]
  await work()
  expect([await library(), [...s3.objects.keys()]]).toEqual(before)
  expect(await readdir(fixture.documents.spoolFolder).catch(() => [])).toEqual([])
}

describe('an upload', () => {
  test('[TF-04] goes to the bucket, is judged and scanned, and only then is in the library', async () => {
    const bytes = pdf(size, 'unlike any other ')
    const to = await begin(bytes)
    expect(new URL(to.url).origin).toBe(s3.endpoint)
    expect(await refusal(complete(to))).toMatchObject({ status: 409 })
    expect((await send(to, bytes)).status).toBe(200)
    expect((await library()).length).toBe(0)
    const scanned: string[] = []
    scanner = async (path) => void scanned.push(path)
    const document = await complete(to, { title: 'MAS licence', expiresOn: '2027-06-30' })
    expect(scanned).toHaveLength(1)
    expect(document).toMatchObject({
      ...{ title: 'MAS licence', expiresOn: '2027-06-30', size, sha256: sha256(bytes) },
      ...{ version: 1, mediaType },
    })
    expect(document.fileName).not.toMatch(/[/\u202e]/)
    expect(await library()).toEqual([document])
    // What was judged is kept under another key: the address that was given opens nothing any more.
    expect(new URL(to.url).pathname).not.toContain(encodeURIComponent(document.s3URL))
    await send(to, bytes)
    expect(s3.objects.get(document.s3URL)?.equals(bytes)).toBe(true)
    expect(await refusal(complete(to))).toMatchObject({ status: 409 })
    const second = await uploaded(pdf(size + 1), { documentId: document.id })
    expect(second).toMatchObject({ id: document.id, version: 2 })
  })

  test('[TF-04] the signature binds size, type and hash; nobody else’s file is taken', async () => {
    const bytes = pdf(size)
    const to = await begin(bytes)
    const signed = new URL(to.url).searchParams.get('X-Amz-SignedHeaders')
    expect(signed).toBe('content-length;content-type;host;x-amz-checksum-sha256')
    const changed = Buffer.from(bytes)
    changed[size / 2] = 0
    await nothingNew(async () => {
      for (const [what, file, more] of [
        ['another hash', changed, {}],
        ['more of it', Buffer.concat([bytes, bytes]), {}],
        ['less of it', bytes.subarray(1), {}],
        ['another type', bytes, { 'content-type': 'text/html' }],
        [
          'a hash of its own',
          changed,
          { 'x-amz-checksum-sha256': createHash('sha256').update(changed).digest('base64') },
        ],
        ['a header besides', bytes, { 'x-amz-acl': 'public-read' }],
      ] as const)
        expect((await send(to, file, more)).status, what).toBe(403)
      const elsewhere = { ...to, url: to.url.replace(/[0-9a-f-]{36}\?/, `${'0'.repeat(36)}?`) }
      expect((await send(elsewhere, bytes)).status).toBe(403)
    })
  })

  test('[TF-04] a bucket that checks nothing is not believed: size and hash are compared again', async () => {
    for (const wrong of [pdf(size - 9), pdf(size + 9), pdf(size, 'changed ')]) {
      const to = await begin(pdf(size))
      await nothingNew(async () => {
        s3.objects.set(
          decodeURIComponent(new URL(to.url).pathname.slice(s3Bucket.length + 2)),
          wrong,
        )
        expect(await refusal(complete(to))).toMatchObject({ status: 422 })
      })
    }
  })

  test('[TF-04] what the scanner, or a look into the file, refuses goes from the bucket too', async () => {
    const active = pdf(size, streamOf('7 0 << /S /JavaScript /JS (x) >>', '/Type /ObjStm '))
    await nothingNew(async () => {
      const to = await begin(active)
      await send(to, active)
      expect(await refusal(complete(to))).toMatchObject({ status: 422 })
    })
    scanner = async () => 'Eicar'
    await nothingNew(async () => {
      const to = await begin(pdf(size))
      await send(to, pdf(size))
      const { status, body } = await refusal(complete(to))
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('Eicar')])
    })
    expect((await chainOf(fixture, aster)).at(-1)).toMatchObject({ action: 'document.refuse' })
  })

  test('[TF-04] storage that is away for a moment loses nothing: it can be completed again', async () => {
    const bytes = pdf(size)
    const to = await begin(bytes)
    await send(to, bytes)
    s3.fail(3)
    expect(await refusal(complete(to))).toMatchObject({ status: 503 })
    const both = await Promise.allSettled([complete(to), complete(to)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('[TF-04] tickets are for one person, one company, for a while, and not for forms', async () => {
    const bytes = pdf(size)
    const to = await begin(bytes)
    await send(to, bytes)
    const body = { ticket: to.ticket }
    const others = [
      api(aster, 'did:example:bo').completeDirect({ did: aster, body }),
      api(asterEu).completeDirect({ did: asterEu, body }),
    ]
    for (const other of others) expect(await refusal(other)).toMatchObject({ status: 422 })
    const form = await fixture.requestsOf(person()).inject({
      ...{ method: 'POST', url: `/api/tf/vasps/upload/${aster}` },
      payload: formOf([
        ['ticket', to.ticket],
        ['file', bytes.subarray(0, 100), 'a.pdf', mediaType],
      ]),
      headers: { 'content-type': formType },
    })
    expect(form.statusCode).toBe(422)
    fixture.clock.advance(30 * 60_000)
    expect(await refusal(complete(to))).toMatchObject({ status: 422 })
    // What was never completed goes with the sweep.
    fixture.clock.advance(looseMs)
    const sweep = { ...fixture, database: fixture.relay, log: console as never }
    expect(await leftovers()).not.toEqual([])
    while ((await sweepFiles(sweep)) > 0);
    expect(await leftovers()).toEqual([])
  })

  test('[TF-04] small files go through the server, and not too many are on their way', async () => {
    expect(await announce(pdf(size - 1))).toEqual({ upload: null })
    const bytes = pdf(size)
    await change(
      fixture,
      `insert into trust.loose_file select '${aster}', 'vasps/filler/' || n, now() from generate_series(1, 200) n`,
    )
    expect(await refusal(announce(bytes))).toMatchObject({ status: 429 })
    await change(fixture, `delete from trust.loose_file`)
  })
})

describe('a download', () => {
  const address = (vaspDID: string, s3URL: string, more = {}) =>
    api(vaspDID).directDownload({
      did: aster,
      body: { s3URL, requestingVASPdid: vaspDID, ...more },
    })
  const share = (id: string) =>
    api().share({
      ...{ did: aster, documentId: id },
      body: {
        vaspDID: asterEu,
        expiresAt: new Date(fixture.clock() + 86_400_000).toISOString(),
      },
    })

  test('[TF-04] the owner gets a short-lived address; others get none for what must bear their name', async () => {
    const bytes = pdf(size, 'to read ')
    const { id, s3URL } = await uploaded(bytes)
    const own = await address(aster, s3URL)
    const answer = await fetch(own.url ?? '')
    expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(sha256(bytes))
    expect(answer.headers.get('content-disposition')).toContain('attachment; filename="')
    expect(new URL(own.url ?? '').searchParams.get('X-Amz-Expires')).toBe('60')
    expect((await fetch((own.url ?? '').replace(/Expires=60/, 'Expires=600'))).status).toBe(403)

    expect(await refusal(address(asterEu, s3URL))).toMatchObject({ status: 404 })
    await share(id)
    expect(await address(asterEu, s3URL)).toEqual({ url: null, expiresAt: null })
    const downloads = async () =>
      (await api().listDownloads({ did: aster, documentId: id, query: {} })).downloads
    expect(await downloads()).toHaveLength(1)
    const marked = await fixture.requestsOf(person(asterEu)).inject({
      url: `/api/tf/vasps/download/${aster}?s3URL=${encodeURIComponent(s3URL)}`,
    })
    expect(marked.rawPayload.subarray(-21).toString()).toBe('for ana@aster.example')
    const original = await address(asterEu, s3URL, { original: true })
    expect((await fetch(original.url ?? '')).status).toBe(200)
    expect(await downloads()).toHaveLength(3)
    expect((await chainOf(fixture, asterEu)).at(-1)).toMatchObject({
      action: 'document.download',
      detail: { original: true },
    })
  })

  test('[TF-04] what is missing in the bucket is 404, and nothing is logged', async () => {
    const { id, s3URL } = await uploaded(pdf(size, 'gone '))
    s3.objects.delete(s3URL)
    expect(await refusal(address(aster, s3URL))).toMatchObject({ status: 404 })
    const { downloads } = await api().listDownloads({ did: aster, documentId: id, query: {} })
    expect(downloads).toEqual([])
  })
})
