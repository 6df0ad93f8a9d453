import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { get } from 'node:http'
import type { RoleGrant } from '@countersign/contracts'
import { LibraryDocument } from '@countersign/contracts/trust'
import { refusal } from '@countersign/kit/testing'
import { testClient } from '@countersign/kit/testing-query'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'
import { listening, pdf, sendForm } from './document.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeEach(async () => {
  await fixture?.close()
  fixture = await trustFixture()
})
afterAll(() => fixture.close())

const day = 86_400_000
const person = (vaspDID: string, role: RoleGrant['role'] = 'compliance_officer') => ({
  ...{ email: `ana@${vaspDID.slice(-2)}.example`, did: `did:example:${vaspDID.slice(-2)}` },
  grants: [{ vaspDID, role }],
})
const api = (vaspDID: string, role?: RoleGrant['role']) => fixture.as(person(vaspDID, role))
const keep = async (did = aster, bytes = pdf(), documentId?: string) => {
  const { uploadFields } = await api(did).document.ticket({
    did,
    query: { documentType: 'LICENCE', ...(documentId && { documentId }) },
  })
  const { body } = await sendForm(fixture.requestsOf(person(did)), `/api/tf/vasps/upload/${did}`, [
    ['ticket', uploadFields[0]?.value ?? ''],
    ['file', bytes, 'licence.pdf', 'application/pdf'],
  ])
  return LibraryDocument.parse(body)
}
const read = (as: string, key: string, owner = aster, role?: RoleGrant['role'], more = '') =>
  fixture.requestsOf(person(as, role)).inject({
    url: `/api/tf/vasps/download/${owner}?s3URL=${encodeURIComponent(key)}${more}`,
  })
const inDays = (n: number) => new Date(fixture.clock() + n * day).toISOString()
const share = (documentId: string, vaspDID = asterEu, days = 7) =>
  api(aster).document.share({
    ...{ did: aster, documentId },
    body: { vaspDID, expiresAt: inDays(days) },
  })
const ask = (accessAction: 'REQUEST' | 'APPROVE' | 'REVOKE', as: string, documentIds?: string) =>
  api(as).documentRequest.act({
    did: aster,
    query: {
      ...{ requestingVASPdid: asterEu, documentType: 'LICENCE', accessAction },
      ...(documentIds !== undefined && { documentIds }),
    },
  })
const rows = async (text: string) => {
  const client = testClient({ connectionString: fixture.url })
  await client.connect()
  return client.query(text).then(
    (answer) => client.end().then(() => answer.rows),
    (error) => client.end().then(() => Promise.reject(error)),
  )
}

describe('keys', () => {
  test('[TF-04] a key is looked up and nothing else: no path, no address, no other company’s', async () => {
    const own = await keep()
    const foreign = await keep(asterEu)
    const keys = [
      ...['../../../etc/passwd', '..%2f..%2fetc%2fpasswd', '/etc/passwd', 'file:///etc/passwd'],
      ...['http://169.254.169.254/latest/meta-data', 's3://other/key', `${own.s3URL}/../x`],
      ...[`/${own.s3URL}`, own.s3URL.toUpperCase(), `${own.s3URL}\0`, own.s3URL.slice(0, -1)],
      foreign.s3URL,
    ]
    for (const key of keys) {
      const answer = await read(aster, key)
      expect([404, 422], key).toContain(answer.statusCode)
      const gone = api(aster).document.delete({ did: aster, query: { s3URL: key } })
      expect([404, 422], key).toContain((await refusal(gone)).status)
    }
    expect((await read(asterEu, foreign.s3URL, asterEu)).statusCode).toBe(200)
    // Under its owner's name too, a stranger's answer is that of a key that never was.
    const stolen = await read(aster, foreign.s3URL, asterEu)
    const absent = await read(aster, 'nothing', asterEu)
    expect([stolen.statusCode, stolen.body]).toEqual([404, absent.body])
  })

  test('[TF-04] 422 without a key, and 403 in the name of somebody else', async () => {
    const { s3URL } = await keep()
    expect((await read(aster, '')).statusCode).toBe(422)
    const other = `&requestingVASPdid=${encodeURIComponent(asterEu)}`
    expect((await read(briar, s3URL, aster, undefined, other)).statusCode).toBe(403)
    const asOwner = `&requestingVASPdid=${encodeURIComponent(aster)}`
    expect((await read(aster, s3URL, aster, 'viewer', asOwner)).statusCode).toBe(403)
    expect((await read(aster, s3URL, aster, 'viewer')).statusCode).toBe(404)
  })

  test('[TF-04] the network’s operator opens no file by its key, not in the name of a reader either', async () => {
    const document = await keep()
    await share(document.id)
    const operator = fixture.appAs({
      ...{ email: 'noor@countersign.example', did: 'did:example:noor' },
      grants: [{ vaspDID: null, role: 'Countersign Admin' }],
    })
    for (const named of ['', `&requestingVASPdid=${aster}`, `&requestingVASPdid=${asterEu}`]) {
      const key = encodeURIComponent(document.s3URL)
      const url = `/api/tf/vasps/download/${aster}?s3URL=${key}${named}`
      expect((await operator.inject({ url })).statusCode, named).toBe(404)
    }
    expect((await read(asterEu, document.s3URL)).statusCode).toBe(200)
    const readers = await rows('select reader_did from trust.document_download')
    expect(readers).toEqual([{ reader_did: asterEu }])
  })
})

describe('sharing', () => {
  test('[TF-04] a company reads what was shared with it, until then, and the owner sees who did', async () => {
    const bytes = pdf(400)
    const document = await keep(aster, bytes)
    expect((await read(asterEu, document.s3URL)).statusCode).toBe(404)
    const grant = await share(document.id)
    expect(grant).toMatchObject({ vaspDID: asterEu, name: 'Aster Europe', version: 1 })
    const [shared] = (await api(asterEu).document.listShared({ did: asterEu })).documents
    expect(shared).toMatchObject({
      ...{ ownerDid: aster, ownerName: 'Aster Exchange', s3URL: document.s3URL },
      accessUntil: inDays(7),
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    const answer = await read(asterEu, document.s3URL, aster, 'viewer')
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    const log = await api(aster).document.listDownloads({ did: aster, documentId: document.id })
    expect(log.downloads).toEqual([
      {
        id: expect.any(String),
        ...{ at: new Date(fixture.clock()).toISOString(), vaspDID: asterEu, version: 1 },
        ...{ name: 'Aster Europe', email: 'ana@a2.example' },
      },
    ])
    expect((await api(aster).document.list({ did: aster })).documents[0]).toMatchObject({
      ...{ sharedWith: 1, downloads: 1 },
    })
    expect((await read(briar, document.s3URL)).statusCode).toBe(404)
    const audited = await rows(
      `select vasp_did, detail::text from audit.entry where action = 'document.download' order by 1`,
    )
    expect(audited.map(({ vasp_did }) => vasp_did)).toEqual([aster, asterEu])
    expect(JSON.stringify(audited)).not.toContain('ana@')
    // The log names people, so to read it leaves a row too.
    const looks = await rows(
      `select object, detail from audit.entry where action = 'document.listDownloads'`,
    )
    expect(looks).toContainEqual({ object: document.id, detail: { downloads: 1 } })
    fixture.clock.advance(7 * day)
    expect((await read(asterEu, document.s3URL)).statusCode).toBe(404)
    expect((await api(asterEu).document.listShared({ did: asterEu })).documents).toEqual([])
  })

  test('[TF-04] a grant is for the version that was there, and a new one replaces it', async () => {
    const first = await keep()
    await share(first.id)
    const second = await keep(aster, pdf(900), first.id)
    expect((await read(asterEu, first.s3URL)).statusCode).toBe(200)
    expect((await read(asterEu, second.s3URL)).statusCode).toBe(404)
    await share(first.id)
    expect((await read(asterEu, second.s3URL)).statusCode).toBe(200)
    expect((await read(asterEu, first.s3URL)).statusCode).toBe(404)
    const { grants } = await api(aster).document.listGrants({ did: aster, documentId: first.id })
    expect(grants.map(({ version }) => version)).toEqual([2])
  })

  test('[TF-04] an access that is ended is over at once', async () => {
    const document = await keep()
    const { id } = await share(document.id)
    const end = () =>
      api(aster).document.unshare({ did: aster, documentId: document.id, grantId: id })
    const both = await Promise.allSettled([end(), end()])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await read(asterEu, document.s3URL)).statusCode).toBe(404)
    expect((await refusal(end())).status).toBe(404)
  })

  test('[TF-04] 404 and 422: who and what can be shared, and for how long', async () => {
    const document = await keep()
    const foreign = await keep(asterEu)
    expect((await refusal(share(foreign.id))).status).toBe(404)
    expect((await refusal(share(document.id, 'did:ethr:0xnobody'))).status).toBe(404)
    expect((await refusal(share(document.id, aster))).status).toBe(422)
    for (const days of [0, -1, 367])
      expect((await refusal(share(document.id, asterEu, days))).status).toBe(422)
    for (const documentId of [foreign.id, 'doc_none']) {
      const { document: calls } = api(aster)
      const where = { did: aster, documentId }
      for (const call of [
        () => calls.listGrants(where),
        () => calls.listDownloads(where),
        () => calls.update({ ...where, body: { title: 'x' } }),
        () => calls.unshare({ ...where, grantId: 'grant_none' }),
      ])
        expect(await refusal(call())).toMatchObject({ status: 404 })
    }
  })

  test('[TF-04] the database itself hides what was not shared, and keeps the log from forgery', async () => {
    const document = await keep()
    const { sql } = await import('kysely')
    const seen = (did: string) =>
      fixture.database.withTenant(did, async (tx) => {
        const one = (table: string) =>
          sql`select 1 from ${sql.table(`trust.${table}`)}`.execute(tx).then((r) => r.rows.length)
        return [await one('document'), await one('document_version'), await one('document_grant')]
      })
    expect(await seen(asterEu)).toEqual([0, 0, 0])
    await share(document.id)
    expect(await seen(asterEu)).toEqual([1, 1, 1])
    // A later version is not what was shared.
    await keep(aster, pdf(700), document.id)
    expect(await seen(asterEu)).toEqual([1, 1, 1])
    expect(await seen(briar)).toEqual([0, 0, 0])
    const forged = fixture.database.withTenant(briar, (tx) =>
      sql`insert into trust.document_download (vasp_did, document_id, version, reader_did, at)
        values (${aster}, ${document.id}, 1, ${asterEu}, now())`.execute(tx),
    )
    await expect(forged).rejects.toThrow(/row-level security/)
  })
})

describe('requests', () => {
  test('[TF-08] [TF-04] an approval opens the present versions, and revoking closes them', async () => {
    expect((await ask('REQUEST', asterEu)).status).toBe('WAITING_FOR_INFORMATION')
    const document = await keep()
    expect((await ask('APPROVE', aster)).status).toBe('APPROVED')
    const newer = await keep(aster, pdf(700), document.id)
    expect((await read(asterEu, document.s3URL)).statusCode).toBe(200)
    expect((await read(asterEu, newer.s3URL)).statusCode).toBe(404)
    await ask('REVOKE', aster)
    expect((await read(asterEu, document.s3URL)).statusCode).toBe(404)
  })

  test('[TF-08] the owner chooses which documents an approval opens', async () => {
    const [one, other, third] = [await keep(), await keep(), await keep()]
    const foreign = await keep(asterEu)
    await ask('REQUEST', asterEu)
    for (const wrong of ['', 'doc_none', `${one.id},${foreign.id}`, `${one.id},,`])
      expect(await refusal(ask('APPROVE', aster, wrong)), wrong).toMatchObject({ status: 422 })
    expect((await read(asterEu, one.s3URL)).statusCode).toBe(404)
    await ask('APPROVE', aster, `${one.id},${third.id}`)
    const opened = await Promise.all(
      [one, other, third].map(async ({ s3URL }) => (await read(asterEu, s3URL)).statusCode),
    )
    expect(opened).toEqual([200, 404, 200])
  })

  test('[TF-08] what cannot be shown cannot be approved', async () => {
    const document = await keep()
    await ask('REQUEST', asterEu)
    await api(aster).document.delete({ did: aster, query: { s3URL: document.s3URL } })
    const answer = await refusal(ask('APPROVE', aster))
    expect(answer).toMatchObject({ status: 409, body: { err: { message: /Upload it/ } } } as never)
    await rows(`delete from trust.document_request`)
    expect((await ask('REQUEST', asterEu)).status).toBe('WAITING_FOR_INFORMATION')
  })

  test('[TF-08] [TF-04] an access that is revoked in the middle of a download ends the download', async () => {
    const size = 20 * 1024 * 1024
    const document = await keep(aster, pdf(size))
    await ask('REQUEST', asterEu)
    await ask('APPROVE', aster)
    const app = fixture.appAs(person(asterEu))
    const port = await listening(app)
    const path = `/api/tf/vasps/download/${aster}?s3URL=${encodeURIComponent(document.s3URL)}`
    const request = get({ port, path })
    const [answer] = await once(request, 'response')
    expect(answer.statusCode).toBe(200)
    answer.pause()
    await ask('REVOKE', aster)
    let received = 0
    answer.on('data', (chunk: Buffer) => {
      received += chunk.length
    })
    answer.resume()
    await expect(once(answer, 'end')).rejects.toThrow(/aborted/)
    expect(received).toBeLessThan(size)
    await app.close()
  })
})

describe('names on what is read', () => {
  test('[BI-04] [TF-04] others get a PDF with their name, and on request the original', async () => {
    await fixture.close()
    const asked: string[] = []
    fixture = await trustFixture({
      documents: {
        mark: async (bytes, reader, at) => {
          asked.push(`${reader} ${at.toISOString()}`)
          return bytes.length > 5_000 ? null : Buffer.concat([bytes, Buffer.from(`% ${reader}`)])
        },
      },
    })
    const bytes = pdf(400)
    const document = await keep(aster, bytes)
    await share(document.id)
    const given = await read(asterEu, document.s3URL)
    expect(given.rawPayload.toString()).toBe(`${bytes}% ana@a2.example`)
    expect(given.headers['content-length']).toBe(String(given.rawPayload.length))
    expect(asked).toEqual([`ana@a2.example ${new Date(fixture.clock()).toISOString()}`])
    const original = await read(asterEu, document.s3URL, aster, 'viewer', '&original=true')
    expect(original.rawPayload.equals(bytes)).toBe(true)
    expect((await read(aster, document.s3URL)).rawPayload.equals(bytes)).toBe(true)
    const notes = await rows(
      `select detail from audit.entry where action = 'document.download' and vasp_did = '${aster}' order by number`,
    )
    expect(notes.map(({ detail }) => detail.original ?? false)).toEqual([false, true, false])
    // What can't be written on is given as it is.
    const large = await keep(aster, pdf(6_000))
    await share(large.id)
    expect((await read(asterEu, large.s3URL)).rawPayload).toHaveLength(6_000)
    expect(asked).toHaveLength(2)
  })
})

describe('the library', () => {
  test('[TF-04] a document is renamed, and deleted with its files and every access', async () => {
    const document = await keep()
    await share(document.id)
    const changed = await api(aster).document.update({
      ...{ did: aster, documentId: document.id },
      body: { title: 'MAS licence', expiresOn: '2027-01-31' },
    })
    expect(changed).toMatchObject({ title: 'MAS licence', expiresOn: '2027-01-31' })
    const cleared = { did: aster, documentId: document.id, body: { expiresOn: null } }
    expect(await api(aster).document.update(cleared)).toMatchObject({
      ...{ title: 'MAS licence', expiresOn: null },
    })
    const wrong = { did: aster, documentId: document.id, body: { expiresOn: '2027-02-30' } }
    expect((await refusal(api(aster).document.update(wrong))).status).toBe(422)
    const gone = { did: aster, query: { s3URL: document.s3URL } }
    await api(aster).document.delete(gone)
    expect((await refusal(api(aster).document.delete(gone))).status).toBe(404)
    expect((await read(aster, document.s3URL)).statusCode).toBe(404)
    expect((await read(asterEu, document.s3URL)).statusCode).toBe(404)
    expect(await rows('select from trust.document_grant where ended_at is null')).toEqual([])
    expect((await api(aster).document.list({ did: aster })).documents).toEqual([])
    const actions = await rows(
      `select action from audit.entry where vasp_did = '${aster}' order by number`,
    )
    expect(actions.map(({ action }) => action)).toEqual([
      ...['document.upload', 'document.share', 'document.update', 'document.update'],
      'document.delete',
    ])
  })

  test('[TF-04] a file that is no longer in storage is said to be so', async () => {
    const document = await keep()
    const { rm } = await import('node:fs/promises')
    await rm(fixture.folder, { recursive: true })
    const answer = await read(aster, document.s3URL)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toContain('missing in storage')
    expect(await rows('select from trust.document_download')).toEqual([])
  })

  test('[TF-04] the log of downloads is paged', async () => {
    const document = await keep()
    for (let n = 0; n < 5; n++) await read(aster, document.s3URL)
    const where = { did: aster, documentId: document.id }
    const first = await api(aster).document.listDownloads({ ...where, query: { limit: 3 } })
    expect(first.downloads).toHaveLength(3)
    const rest = await api(aster).document.listDownloads({
      ...where,
      query: { limit: 3, cursor: first.next ?? '' },
    })
    expect(rest).toMatchObject({ downloads: [{}, {}], next: null })
  })
})
