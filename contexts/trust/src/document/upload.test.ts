import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RoleGrant } from '@countersign/contracts'
import { documentLimit, LibraryDocument } from '@countersign/contracts/trust'
import { query, refusal } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aster, asterEu, trustFixture } from '../trust.fixture.ts'
import {
  formOf,
  formType,
  listening,
  type Part,
  pdf,
  sendForm,
  slowly,
  streamOf,
} from './document.fixture.ts'
import { badWorkbooks, docxType, workbook, xlsxType } from './office.fixture.ts'
import { removeFiles } from './upload.operations.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
/** What the scanner says of the next file. */
let scanner: (path: string) => Promise<string | undefined> = async () => undefined
beforeAll(async () => {
  fixture = await trustFixture({ documents: { scan: (path) => scanner(path) } })
})
afterAll(() => fixture.close())

const officer = (vaspDID = aster, did = 'did:example:ana', role: RoleGrant['role'] = 'admin') => ({
  ...{ email: 'ana@aster.example', did },
  grants: [{ vaspDID, role }],
})
const api = (vaspDID = aster) => fixture.as(officer(vaspDID))
const path = (did = aster) => `/api/tf/vasps/upload/${did}`
const ticketFor = async (
  query: { documentType?: 'LICENCE' | 'AML_POLICY'; documentId?: string } = {},
  did = aster,
) => {
  const given = await api(did).document.ticket({
    did,
    query: { documentType: 'LICENCE', ...query },
  })
  expect(given.uploadUrl).toBe(`/api/tf/vasps/upload/${encodeURIComponent(did)}`)
  return given.uploadFields[0]?.value ?? ''
}
type File = { bytes?: Uint8Array; name?: string; type?: string; fields?: Part[]; ticket?: string }
const partsOf = async ({ bytes = pdf(), name = 'licence.pdf', type, fields = [], ticket }: File) =>
  [
    ['ticket', ticket ?? (await ticketFor())],
    ...fields,
    ['file', bytes, name, type ?? 'application/pdf'],
  ] satisfies Part[]
const upload = async (file: File = {}) =>
  sendForm(fixture.requestsOf(officer()), path(), await partsOf(file))
const library = async () => (await api().document.list({ did: aster })).documents
const kept = async (folder: string) => {
  const all = join(fixture.folder, folder)
  if (!existsSync(all)) return []
  const found = await readdir(all, { recursive: true, withFileTypes: true })
  return found.filter((one) => one.isFile()).map(({ name }) => name)
}
/** Nothing new in the library, in storage or among the files that wait. */
const nothingNew = async (work: () => Promise<unknown>) => {
  const before = [await library(), await kept('kept')]
  await work()
  expect([await library(), await kept('kept')]).toEqual(before)
  expect(await kept('incoming')).toEqual([])
}

describe('a good file', () => {
  test('[TF-04] a ticket changes nothing, and its upload is in the library and can be read back', async () => {
    await nothingNew(() => ticketFor())
    const bytes = pdf(200_000)
    const fields: Part[] = [
      ['title', 'MAS licence'],
      ['expiresOn', '2027-06-30'],
    ]
    const { status, body } = await upload({ bytes, name: 'C:\\fake\\licence 2026.pdf', fields })
    expect(status).toBe(200)
    const document = LibraryDocument.parse(body)
    expect(document).toMatchObject({
      ...{ title: 'MAS licence', expiresOn: '2027-06-30', documentType: 'LICENCE', version: 1 },
      ...{ fileName: 'licence 2026.pdf', mediaType: 'application/pdf', size: bytes.length },
      ...{ sharedWith: 0, downloads: 0 },
    })
    expect(await library()).toContainEqual(document)
    const answer = await fixture.requestsOf(officer()).inject({
      url: `/api/tf/vasps/download/${aster}?s3URL=${encodeURIComponent(document.s3URL)}`,
    })
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition':
        'attachment; filename="licence 2026.pdf"; filename*=UTF-8\'\'licence%202026.pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-length': String(bytes.length),
    })
  })

  test('[TF-04] a new version takes the place of the old one and keeps the title', async () => {
    const first = LibraryDocument.parse((await upload({ fields: [['title', 'Policy']] })).body)
    const ticket = await ticketFor({ documentId: first.id })
    const second = LibraryDocument.parse((await upload({ ticket, bytes: pdf(300) })).body)
    expect(second).toMatchObject({ id: first.id, version: 2, title: 'Policy' })
    expect(second.s3URL).not.toBe(first.s3URL)
    const wrongType = api().document.ticket({
      did: aster,
      query: { documentType: 'AML_POLICY', documentId: first.id },
    })
    expect((await refusal(wrongType)).status).toBe(404)
  })

  test('[TF-04] PNG and JPEG are taken too, and a name loses what deceives', async () => {
    const png = Buffer.from('\x89PNG\r\n\x1a\n....IEND\xae\x42\x60\x82', 'latin1')
    const jpeg = Buffer.from('\xff\xd8\xff....\xff\xd9', 'latin1')
    const name = `chart\u202egnp.png`
    expect((await upload({ bytes: png, name, type: 'image/png' })).body).toMatchObject({
      fileName: 'chartgnp.png',
    })
    expect((await upload({ bytes: jpeg, name: 'a.JPG', type: 'image/jpeg' })).status).toBe(200)
  })
})

test('[TF-04] workbooks and PDF files that anyone may open are taken', async () => {
  const bytes = workbook({ 'xl/printerSettings1.bin': 'x', 'xl/media/a.png': 'x' })
  const file = { bytes, name: 'Questionnaire.xlsx', type: xlsxType }
  expect((await upload(file)).body).toMatchObject({ mediaType: xlsxType })
  expect(
    (await upload({ bytes: pdf(500, streamOf('7 0 << /Type /Page >>', '/Type /ObjStm ')) })).status,
  ).toBe(200)
})

test('[TF-04] a file that a document still names is not removed', async () => {
  const { s3URL } = LibraryDocument.parse((await upload()).body)
  const before = await kept('kept')
  const { database, documents } = fixture
  await removeFiles({ database, documents }, aster, [s3URL])
  expect(await kept('kept')).toEqual(before)
  const url = `/api/tf/vasps/download/${aster}?s3URL=${encodeURIComponent(s3URL)}`
  expect((await fixture.requestsOf(officer()).inject({ url })).statusCode).toBe(200)
})

describe('a ticket', () => {
  test('[TF-04] is good once, also when it is used twice at the same time', async () => {
    const ticket = await ticketFor()
    const before = [(await library()).length, (await kept('kept')).length]
    const both = await Promise.all([upload({ ticket }), upload({ ticket }), upload({ ticket })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    await nothingNew(async () => expect((await upload({ ticket })).status).toBe(409))
    const after = [(await library()).length, (await kept('kept')).length]
    expect(after).toEqual(before.map((count) => count + 1))
  })

  test('[TF-04] ends after ten minutes', async () => {
    const ticket = await ticketFor()
    fixture.clock.advance(10 * 60_000)
    await nothingNew(async () => expect((await upload({ ticket })).status).toBe(422))
  })

  test('[TF-04] is for one company, one person and one type, and cannot be made up', async () => {
    const foreign = await ticketFor({}, asterEu)
    const own = await ticketFor()
    await nothingNew(async () => {
      for (const ticket of [foreign, 'v1.k1.AAAA', '', own.slice(0, -2), `${own}AA`])
        expect((await upload({ ticket })).status).toBe(422)
      const colleague = fixture.requestsOf(officer(aster, 'did:example:bo'))
      const parts = await partsOf({ ticket: own })
      expect((await sendForm(colleague, path(), parts)).status).toBe(422)
    })
    // The type stands in the ticket; the form has no say in it.
    const typed = await upload({ ticket: own, fields: [['documentType', 'AML_POLICY']] })
    expect(typed.status).toBe(422)
    expect((await upload({ ticket: own })).body).toMatchObject({ documentType: 'LICENCE' })
  })
})

describe('a bad file', () => {
  const html = Buffer.from('<html><script>alert(1)</script>')
  const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'
  const png = '\x89PNG\r\n\x1a\n'
  test.each([
    ['a page under a PDF’s name', { bytes: html }],
    ['an SVG', { bytes: Buffer.from('<svg/>'), name: 'a.svg', type: 'image/svg+xml' }],
    ['a PDF under a page’s name', { name: 'licence.html' }],
    ['a PDF without an ending', { name: 'licence' }],
    ['a PDF with a second ending', { name: 'licence.pdf.exe' }],
    ['a PDF declared as an image', { type: 'image/png' }],
    ['a PDF that begins later', { bytes: Buffer.concat([Buffer.from('GIF89a'), pdf()]) }],
    [
      'a PDF with a ZIP behind its end',
      { bytes: Buffer.concat([pdf(), Buffer.from('PK\x03\x04')]) },
    ],
    ['a PDF that is cut off', { bytes: pdf().subarray(0, 60) }],
    [
      'a PNG with a page behind its end',
      {
        ...{ bytes: Buffer.from(`${png}IEND\xae\x42\x60\x82<script>`, 'latin1') },
        ...{ name: 'a.png', type: 'image/png' },
      },
    ],
    ['a PDF with a script', { bytes: pdf(500, '<< /S /JavaScript /JS (app.alert(1)) >>') }],
    ['a PDF that starts a program', { bytes: pdf(500, '<< /S /Launch >>') }],
    ['EICAR', { bytes: Buffer.from(eicar) }],
    ['nothing', { bytes: Buffer.alloc(0) }],
  ])('[TF-04] 422 for %s, and nothing is kept', async (_, file) => {
    await nothingNew(async () => expect((await upload(file)).status).toBe(422))
  })

  test.each([
    ['a script whose name is spelt with #', '<< /S /J#61vaScript /JS (x) >>'],
    ['a program whose name is spelt with #', '1 0 obj << /S /#4caunch >> endobj '],
    ['a script without its long name', '1 0 obj << /OpenAction << /#4aS (x) >> >> endobj '],
    ['an attached file', '1 0 obj << /Names << /EmbeddedFiles 2 0 R >> >> endobj '],
    [
      'a script in a compressed stream',
      streamOf('7 0 << /S /JavaScript /JS (x) >>', '/Type /ObjStm '),
    ],
    ['one in a stream that does not say what it is', streamOf('7 0 << /S /J#61vaScript >>')],
    ['an object that nobody can read', '1 0 obj << /A /B '],
    ['a password', '1 0 obj << /Filter /Standard >> endobj trailer << /Encrypt 1 0 R >> '],
  ])('[T17] a PDF with %s is refused', async (_, inside) => {
    await nothingNew(async () => {
      const answer = await upload({ bytes: pdf(500, inside) })
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ err: { fields: [{ type: 'file_active' }] } })
    })
  })

  test.each(badWorkbooks)('[T17] a workbook with %s is refused', async (_, bytes) => {
    await nothingNew(async () => {
      const answer = await upload({ bytes, name: 'a.xlsx', type: xlsxType })
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ err: { fields: [{ type: 'file_active' }] } })
    })
  })

  test('[TF-04] a workbook is neither a document nor an archive', async () => {
    await nothingNew(async () => {
      const bytes = workbook()
      for (const file of [
        { bytes, name: 'a.docx', type: docxType },
        { bytes, name: 'a.zip', type: 'application/zip' },
        { bytes: Buffer.concat([bytes, Buffer.from('x')]), name: 'a.xlsx', type: xlsxType },
      ])
        expect((await upload(file)).status).toBe(422)
    })
  })

  test('[TF-04] a script is found where two chunks meet', async () => {
    await nothingNew(async () => {
      for (const before of [65_500, 65_520, 65_526, 65_530]) {
        const bytes = pdf(70_000, `${'x'.repeat(before)}/JavaScript`)
        expect((await upload({ bytes })).status, String(before)).toBe(422)
      }
    })
  })

  test('[TF-04] a form without a file, with wrong fields, or that is none', async () => {
    const app = fixture.requestsOf(officer())
    await nothingNew(async () => {
      expect((await sendForm(app, path(), [['ticket', await ticketFor()]])).status).toBe(422)
      expect((await upload({ fields: [['expiresOn', 'soon']] })).status).toBe(422)
      expect((await upload({ fields: [['title', 'x'.repeat(201)]] })).status).toBe(422)
      const json = { method: 'POST', url: path(), payload: { ticket: 'x' } } as const
      expect((await app.inject(json)).statusCode).toBe(415)
      const torn = formOf(await partsOf({})).subarray(0, -20)
      const headers = { 'content-type': formType }
      const cut = await app.inject({ ...{ method: 'POST', url: path() }, headers, payload: torn })
      expect(cut.statusCode).toBe(400)
    })
  })

  test('[TF-04] what the scanner finds is refused and remembered, and without it nothing is taken', async () => {
    await nothingNew(async () => {
      scanner = async (file) => {
        expect(existsSync(file)).toBe(true)
        return 'Win.Test.EICAR_HDB-1'
      }
      const infected = await upload()
      expect(infected.status).toBe(422)
      expect(JSON.stringify(infected.body)).toContain('Win.Test.EICAR_HDB-1')
      scanner = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
      expect((await upload()).status).toBe(503)
      scanner = async () => undefined
    })
  })
})

describe('size and line', () => {
  const limit = 25 * 1024 * 1024

  test('[TF-04] the largest file is taken; one byte more is 413, and the sender gets to read it', async () => {
    const app = fixture.appAs(officer())
    const port = await listening(app)
    const send = async (size: number, length: boolean) => {
      const body = formOf(await partsOf({ bytes: pdf(size) }))
      const { sent, answered } = slowly(port, path(), {
        'content-type': formType,
        ...(length && { 'content-length': body.length }),
      })
      sent.end(body)
      return (await answered).status
    }
    const exact = limit - (pdf(100).length - 100)
    expect(pdf(exact)).toHaveLength(limit)
    expect(await send(exact, true)).toBe(200)
    await nothingNew(async () => {
      expect(await send(exact + 1, true)).toBe(413)
      expect(await send(exact + 1, false)).toBe(413)
      expect(await send(limit * 2, false)).toBe(413)
    })
    await app.close()
  })

  test('[TF-04] what announces too much is refused before it is sent', async () => {
    const app = fixture.appAs(officer())
    const port = await listening(app)
    await nothingNew(async () => {
      const { sent, answered } = slowly(port, path(), {
        ...{ 'content-type': formType, 'content-length': limit * 2 },
      })
      sent.write('--')
      expect((await answered).status).toBe(413)
      sent.on('error', () => undefined)
      sent.destroy()
    })
    await app.close()
  })

  test('[TF-04] a sender who goes away in the middle leaves nothing', async () => {
    const app = fixture.appAs(officer())
    const port = await listening(app)
    const ticket = await ticketFor()
    await nothingNew(async () => {
      const body = formOf(await partsOf({ bytes: pdf(5_000_000), ticket }))
      const { sent, answered } = slowly(port, path(), {
        ...{ 'content-type': formType, 'content-length': body.length },
      })
      sent.write(body.subarray(0, 3_000_000))
      await expect.poll(() => kept('incoming')).toHaveLength(1)
      sent.destroy()
      await expect(answered).rejects.toThrow()
      await expect.poll(() => kept('incoming')).toEqual([])
    })
    expect((await upload({ ticket })).status).toBe(200)
    await app.close()
  })
})

test('[TF-04] a library takes as many documents as it may hold, and no more', async () => {
  const send = async () => {
    const parts = await partsOf({ ticket: await ticketFor({}, asterEu) })
    return sendForm(fixture.requestsOf(officer(asterEu)), path(asterEu), parts)
  }
  await fixture.database.withTenant(asterEu, (tx) =>
    sql`insert into trust.document (vasp_did, id, document_type, title, created_at, updated_at)
      select ${asterEu}, 'doc_' || n, 'LICENCE', 'Licence', now(), now()
      from generate_series(2, ${documentLimit}) n`.execute(tx),
  )
  const waiting = async () => {
    const [row] = await query(
      fixture.url,
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return row?.n
  }
  // None can be named in the library until all three wait to be.
  const sent = await fixture.database.withTenant(asterEu, async (tx) => {
    await sql`select from trust.vasp where vasp_did = ${asterEu} for update`.execute(tx)
    const all = [send(), send(), send()]
    await expect.poll(waiting, { timeout: 60_000 }).toBe(3)
    return { all }
  })
  const statuses = (await Promise.all(sent.all)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 409, 409])
  expect((await send()).status).toBe(409)
})
