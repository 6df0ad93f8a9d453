import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { httpServer } from '@countersign/kit/http'

type FastifyInstance = ReturnType<typeof httpServer>

/** A text that begins and ends as a PDF does, of about so many bytes. */
export const pdf = (size = 100, inside = '') =>
  Buffer.from(`%PDF-1.7\n${inside}${'x'.repeat(Math.max(0, size - 20))}\n%%EOF\n`, 'latin1')

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
export async function sendForm(app: FastifyInstance, url: string, parts: readonly Part[]) {
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
