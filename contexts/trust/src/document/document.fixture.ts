import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync } from 'node:zlib'
import type { httpServer } from '@countersign/kit/http'
import type { injecting } from '@countersign/kit/testing'

type FastifyInstance = ReturnType<typeof httpServer>

/** A PDF of so many bytes, or of as few as it takes. */
export const pdf = (size = 100, inside = '') => {
  const rest = Math.max(0, size - 63 - inside.length - String(size).length)
  const picture = `9 0 obj\n<< /Length ${String(rest).padStart(String(size).length)} >>\nstream\n${'x'.repeat(rest)}\nendstream\nendobj`
  return Buffer.from(`%PDF-1.7\n${inside}${picture}\n%%EOF\n`, 'latin1')
}

/** A compressed stream of a PDF whose text its bytes do not show. */
export const streamOf = (text: string, type = '') => {
  const packed = deflateSync(Buffer.from(text)).toString('latin1')
  const dict = `<< ${type}/N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>`
  return `1 0 obj\n${dict}\nstream\n${packed}\nendstream\nendobj\n`
}

/** One part of a form: a field, or the file. */
export type Part = readonly [name: string, value: string | Uint8Array, file?: string, type?: string]

const boundary = 'countersign-test-boundary'

/** A form as a browser sends it. */
export const formOf = (parts: readonly Part[]) =>
  Buffer.concat([
    ...parts.flatMap(([name, value, file, type]) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${
          file === undefined ? '' : `; filename="${file}"\r\ncontent-type: ${type}`
        }\r\n\r\n`,
      ),
      typeof value === 'string' ? Buffer.from(value) : Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])

export const formType = `multipart/form-data; boundary=${boundary}`

/** Sends a form in this process. */
export async function sendForm(
  app: ReturnType<typeof injecting>,
  url: string,
  parts: readonly Part[],
) {
  const answer = await app.inject({
    ...{ method: 'POST', url, payload: formOf(parts) },
    headers: { 'content-type': formType },
  })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
}

/** Starts listening. @returns the port */
export async function listening(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

/** A request by hand over a socket, to stop in the middle of; `answered` is its status and body. */
export function slowly(
  port: number,
  path: string,
  headers: Readonly<Record<string, string | number>>,
) {
  const sent = request({ port, path, method: 'POST', headers })
  const answered = new Promise<{ status: number; body: string }>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (answer) => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => {
        body += chunk
      })
      answer.on('error', reject)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
  })
  return { sent, answered }
}
