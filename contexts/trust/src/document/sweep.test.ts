import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LibraryDocument } from '@countersign/contracts/trust'
import { createLog } from '@countersign/kit/log'
import { run } from '@countersign/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainOf } from '../governance.fixture.ts'
import { aster, asterEu, trustFixture } from '../trust.fixture.ts'
import { pdf, sendForm } from './document.fixture.ts'
import { fakeS3, s3Bucket, s3Key, s3Region } from './s3.fixture.ts'
import type { DocumentStorage } from './storage.ts'
import { s3Storage } from './storage-s3.ts'
import { looseMs, sweepFiles } from './sweep.worker.ts'

let s3: Awaited<ReturnType<typeof fakeS3>>
beforeAll(async () => {
  s3 = await fakeS3()
})
afterAll(() => s3.close())

const officer = (did = aster) => ({
  ...{ email: 'ana@aster.example', did: 'did:example:ana' },
  grants: [{ vaspDID: did, role: 'compliance_officer' as const }],
})

describe.each(['a folder', 'S3'] as const)('%s', (kind) => {
  let fixture: Awaited<ReturnType<typeof trustFixture>>
  let storage: DocumentStorage
  /** What happens on the way into storage, and on the way out. */
  let before: { put?: () => Promise<unknown>; remove?: () => Promise<unknown> }
  beforeEach(async () => {
    await fixture?.close()
    s3.objects.clear()
    before = {}
    fixture = await trustFixture({ wrap: wrapped })
  })
  afterAll(() => fixture.close())

  const wrapped = (folder: DocumentStorage): DocumentStorage => {
    const settings = { bucket: s3Bucket, region: s3Region, endpoint: s3.endpoint }
    storage =
      kind === 'S3' ? s3Storage({ ...settings, forcePathStyle: true, credentials: s3Key }) : folder
    return {
      get: storage.get,
      put: async (key, file) => {
        await storage.put(key, file)
        await before.put?.()
      },
      remove: async (key) => {
        await before.remove?.()
        await storage.remove(key)
      },
    }
  }
  const stored = async () =>
    kind === 'S3'
      ? s3.objects.size
      : (await readdir(join(fixture.folder, 'kept'), { recursive: true }).catch(() => [])).filter(
          (name) => name.length > 60,
        ).length
  const sweep = () =>
    sweepFiles({
      ...{ database: fixture.relay, clock: fixture.clock, log: createLog('error') },
      documents: { storage, spoolFolder: join(fixture.folder, 'incoming') },
    })
  const send = async (did = aster, documentId?: string) => {
    const { uploadFields } = await fixture.as(officer(did)).document.ticket({
      did,
      query: { documentType: 'LICENCE', ...(documentId && { documentId }) },
    })
    return sendForm(fixture.requestsOf(officer(did)), `/api/tf/vasps/upload/${did}`, [
      ['ticket', uploadFields[0]?.value ?? ''],
      ['file', pdf(), 'licence.pdf', 'application/pdf'],
    ])
  }
  const keep = async (did?: string, documentId?: string) =>
    LibraryDocument.parse((await send(did, documentId)).body)
  const loose = (did: string, key: string) =>
    run(
      fixture.url,
      `insert into trust.loose_file values ('${did}', '${key}', '${new Date(fixture.clock()).toISOString()}')`,
    )
  const read = (key: string) =>
    fixture.requestsOf(officer()).inject({
      url: `/api/tf/vasps/download/${aster}?s3URL=${encodeURIComponent(key)}`,
    })

  test('[TF-04] what a document names stays, however old; what none names goes after an hour', async () => {
    const { s3URL } = await keep()
    const stray = 'vasps/did:ethr:0xa2/stray'
    const spare = join(fixture.folder, 'spare')
    await writeFile(spare, 'x')
    await loose(asterEu, stray)
    await storage.put(stray, {
      ...{ path: spare, size: 1, mediaType: 'application/pdf' },
      sha256: Buffer.from(
        '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
        'hex',
      ),
    })
    expect(await stored()).toBe(2)
    fixture.clock.advance(looseMs)
    expect(await sweep()).toBe(0)
    fixture.clock.advance(1)
    expect(await sweep()).toBe(1)
    expect(await storage.get(stray)).toBeUndefined()
    expect((await read(s3URL)).statusCode).toBe(200)
    expect(await sweep()).toBe(0)
  })

  test('[TF-04] an upload that is under way is never swept into nothing: it is named or refused', async () => {
    before.put = async () => {
      before = {}
      await sweep()
      expect(await stored()).toBe(1)
      // The clock leaps while the file lies in storage and nothing names it.
      fixture.clock.advance(looseMs + 1)
      await sweep()
      expect(await stored()).toBe(0)
    }
    const answer = await send()
    expect(answer.status).toBe(409)
    expect(JSON.stringify(answer.body)).toContain('took too long')
    expect((await fixture.as(officer()).document.list({ did: aster })).documents).toEqual([])
    expect(await stored()).toBe(0)
    expect((await send()).status).toBe(200)
    expect(await stored()).toBe(1)
  })

  test('[TF-04] a deleted document’s bytes really go, those of all its versions', async () => {
    const first = await keep()
    const { s3URL } = await keep(aster, first.id)
    expect(await stored()).toBe(2)
    await fixture.as(officer()).document.delete({ did: aster, query: { s3URL } })
    expect(await stored()).toBe(0)
    fixture.clock.advance(looseMs + 1)
    expect(await sweep()).toBe(0)
  })

  test('[TF-04] where storage is away it is deleted all the same, and the bytes go when it is back', async () => {
    const { s3URL } = await keep()
    before.remove = () => Promise.reject(new Error('away'))
    await fixture.as(officer()).document.delete({ did: aster, query: { s3URL } })
    expect((await read(s3URL)).statusCode).toBe(404)
    expect(await stored()).toBe(1)
    fixture.clock.advance(looseMs + 1)
    expect(await sweep()).toBe(1)
    expect(await stored()).toBe(0)
  })

  test('[TF-04] two sweeps at once take each file once', async () => {
    for (let n = 0; n < 30; n++) await loose(aster, `vasps/${aster}/${n}`)
    fixture.clock.advance(looseMs + 1)
    const counts = await Promise.all([sweep(), sweep(), sweep()])
    expect(counts.reduce((all, one) => all + one, 0)).toBe(30)
    expect(Math.max(...counts)).toBeLessThanOrEqual(20)
  })

  test('[TF-04] a file whose bytes are missing is a clear 404, and no download', async () => {
    const { id, s3URL } = await keep()
    await storage.remove(s3URL)
    const answer = await read(s3URL)
    expect(answer.statusCode).toBe(404)
    expect(answer.json().err.message).toBe(
      'The file of this document is missing in storage. Upload it again.',
    )
    const log = await fixture.as(officer()).document.listDownloads({ did: aster, documentId: id })
    expect(log.downloads).toEqual([])
    const [document] = (await fixture.as(officer()).document.list({ did: aster })).documents
    expect(document?.downloads).toBe(0)
    const chain = await chainOf(fixture, aster)
    expect(chain.map(({ action }) => action)).not.toContain('document.download')
  })
})

test('[TF-04] what was received and never judged goes too, but nothing that still arrives', async () => {
  const fixture = await trustFixture()
  const incoming = join(fixture.folder, 'incoming')
  await mkdir(incoming, { recursive: true })
  const now = fixture.clock() / 1000
  for (const [name, age] of [
    ['old', 3_601],
    ['fresh', 10],
  ] as const) {
    await writeFile(join(incoming, name), 'x')
    await utimes(join(incoming, name), now - age, now - age)
  }
  const storage = { put: never, get: never, remove: never }
  const deps = { database: fixture.relay, clock: fixture.clock, log: createLog('error') }
  expect(await sweepFiles({ ...deps, documents: { storage, spoolFolder: incoming } })).toBe(1)
  expect(await readdir(incoming)).toEqual(['fresh'])
  const absent = join(fixture.folder, 'absent')
  expect(await sweepFiles({ ...deps, documents: { storage, spoolFolder: absent } })).toBe(0)
  await fixture.close()
})

const never = () => Promise.reject(new Error('Nothing is stored'))
