import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileHeaders } from './download.ts'

let name = ''
const server = createServer((_, response) => {
  const bytes = (async function* () {})()
  response.writeHead(200, fileHeaders({ name, mediaType: 'application/pdf', size: 0, bytes })).end()
})
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** The head of the answer as it went over the wire, line by line. */
async function headOf(of: string): Promise<string[]> {
  name = of
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.end('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1').split('\r\n\r\n')[0]?.split('\r\n') ?? []
}

const dispositionIn = (head: readonly string[]) =>
  head.filter((line) => /^content-disposition:/i.test(line)).map((line) => line.slice(21))

test.each([
  ['licence 2026.pdf', 'licence 2026.pdf', 'licence%202026.pdf'],
  ['a\r\nset-cookie: x=1.pdf', 'aset-cookie_ x_1.pdf', 'aset-cookie%3A%20x%3D1.pdf'],
  ['a"; filename=b.exe; x="c.pdf', 'a__ filename_b.exe_ x__c.pdf', null],
  ['Geschäftsbericht – Q1.pdf', 'Gesch_ftsbericht _ Q1.pdf', null],
  ['許可証.pdf', '___.pdf', '%E8%A8%B1%E5%8F%AF%E8%A8%BC.pdf'],
  ["a'b(c)*d!.pdf", 'a_b_c__d_.pdf', 'a%27b%28c%29%2Ad%21.pdf'],
  ['../../etc/passwd', '.._.._etc_passwd', '.._.._etc_passwd'],
  ['C:\\windows\\a.pdf', 'C__windows_a.pdf', 'C%3A_windows_a.pdf'],
  ['chart\u202egnp.pdf', 'chartgnp.pdf', 'chartgnp.pdf'],
  ['a\u0000b\tc.pdf', 'abc.pdf', 'abc.pdf'],
  ['lone \ud800.pdf', 'lone _.pdf', 'lone%20%EF%BF%BD.pdf'],
  ['100% %41.pdf', '100_ _41.pdf', '100%25%20%2541.pdf'],
])('[TF-04] the name %j goes over the wire as one header', async (given, plain, encoded) => {
  const [only, ...more] = dispositionIn(await headOf(given))
  expect(more).toEqual([])
  const whole = encoded ?? encodeURIComponent(given)
  expect(only).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${whole}`)
})

test('[TF-04] no name adds a header or a parameter, and none is read as another', async () => {
  const sign = fc.constantFrom(...['\r', '\n', '"', ';', '\\', '/', '%', "'", ' ', '=', '*', 'a'])
  const anything = fc.oneof(sign, fc.string({ unit: 'binary', maxLength: 1 }))
  const expected = (await headOf('a')).map((line) => line.split(':')[0])
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { maxLength: 300 }), async (signs) => {
      const head = await headOf(signs.join(''))
      expect(head.map((line) => line.split(':')[0])).toEqual(expected)
      // RFC 6266 with RFC 8187: nothing but the two names, in the signs that they may hold.
      expect(dispositionIn(head)[0]).toMatch(
        /^attachment; filename="[\w. -]*"; filename\*=UTF-8''(?:[\w.~-]|%[0-9A-F]{2})*$/,
      )
    }),
    { numRuns: 60 },
  )
})
