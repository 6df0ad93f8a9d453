import { once } from 'node:events'
import { connect } from 'node:net'
import { LibraryDocument } from '@countersign/contracts/trust'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aster, trustFixture } from '../trust.fixture.ts'
import { listening, type Part, pdf, sendForm } from './document.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeAll(async () => {
  fixture = await trustFixture()
})
afterAll(() => fixture.close())

const admin = {
  ...{ email: 'ana@aster.example', did: 'did:example:ana' },
  grants: [{ vaspDID: aster, role: 'admin' as const }],
}

async function upload(name: string) {
  const api = fixture.as(admin)
  const ticket = await api.document.ticket({ did: aster, query: { documentType: 'LICENCE' } })
  const parts: Part[] = [
    ['ticket', ticket.uploadFields[0]?.value ?? ''],
    ['file', pdf(), name, 'application/pdf'],
  ]
  const { status, body } = await sendForm(
    fixture.requestsOf(admin),
    `/api/tf/vasps/upload/${aster}`,
    parts,
  )
  return { status, document: status === 200 ? LibraryDocument.parse(body) : undefined }
}

let port = 0
beforeAll(async () => {
  port = await listening(fixture.appAs(admin))
})

/** The head of a download, byte by byte as it came over the socket. */
async function headOf(s3URL: string): Promise<string[]> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const url = `/api/tf/vasps/download/${aster}?s3URL=${encodeURIComponent(s3URL)}`
  socket.write(`GET ${url} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1').split('\r\n\r\n')[0]?.split('\r\n') ?? []
}

const long = 'x'.repeat(300)

test.each([
  ['a quote and a semicolon', 'a\\"; c=\\"d.pdf', 'a"; c="d.pdf'],
  ['another script', '許可.pdf', '許可.pdf'],
  ['folders', '../../etc/passwd.pdf', 'passwd.pdf'],
  ['folders of another system', 'C:\\fake\\licence.pdf', 'licence.pdf'],
  ['300 signs', `${long}.pdf`, `${long.slice(0, 196)}.pdf`],
  ['a turn of direction', 'chart\u202efdp.pdf', 'chartfdp.pdf'],
  ['nothing but an ending', '.pdf', 'document.pdf'],
])(
  '[TF-04] a file whose name holds %s is saved under a name that is safe',
  async (_, name, kept) => {
    const { document } = await upload(name)
    expect(document?.fileName).toBe(kept)
    const head = await headOf(document?.s3URL ?? '')
    expect(head[0]).toBe('HTTP/1.1 200 OK')
    const ascii = kept.replaceAll(/[^\w. -]/g, '_')
    expect(head).toContain(
      `content-disposition: attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(kept)}`,
    )
    expect(head).toContain('x-content-type-options: nosniff')
    expect(head).toContain("content-security-policy: default-src 'none'; sandbox")
    expect(head.filter((line) => /^(set-cookie|content-disposition)/i.test(line))).toHaveLength(1)
  },
)

test.each(['\u202egpj', '\u200b', '\u0007', 'Li\u200dcence'])(
  '[TF-04] a title with signs that nobody sees is refused: %j',
  async (title) => {
    const { document } = await upload('licence.pdf')
    const change = await fixture.requestsOf(admin).inject({
      method: 'PATCH',
      url: `/api/tf/vasps/${aster}/documents/${document?.id}`,
      payload: { title: `Licence ${title}` },
    })
    expect(change.statusCode).toBe(422)
  },
)
