import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { IncomingFile } from '@countersign/contracts'
import { Busboy } from '@fastify/busboy'
import { Failure, fail, invalid } from './errors.ts'

/** A form whose text fields were read; its file is read by whoever wants it. */
export type Form = {
  readonly fields: Readonly<Record<string, string>>
  readonly file: IncomingFile
}

/** What the fields and the form around the file may take. */
const overhead = 64 * 1024

const tooLarge = (limit: number) =>
  fail('payload_too_large', `The file is larger than ${Math.floor(limit / 1_048_576)} MB`)
const broken = () => fail('bad_request', 'The form is malformed or incomplete')

/**
 * Reads a form up to its one file. What follows the file is only seen while the file is read: then the
 * bytes end with a refusal, so that nothing the sender wrote is dropped silently.
 * @param limit the largest file in bytes; a request that announces more is refused unread
 * @throws 400 for a broken form, 413, 415 for what is no form, 422 for anything but text fields and then
 * one file named `file`
 */
export function readForm(request: IncomingMessage, limit: number): Promise<Form> {
  if (Number(request.headers['content-length'] ?? 0) > limit + overhead)
    return Promise.reject(tooLarge(limit))
  const parser = parserOf(request, limit)
  if (!parser) return Promise.reject(fail('unsupported_media_type', 'Send a form with one file'))
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>()
    const { promise: ended, resolve: end, reject: refuseRest } = Promise.withResolvers<void>()
    // Nobody waits for it where the form is refused before its file.
    ended.catch(() => undefined)
    let file: Readable | undefined
    const refuse = (failure: Failure) => {
      reject(failure)
      refuseRest(failure)
    }
    const stop = () => {
      refuse(broken())
      file?.destroy(broken())
    }
    parser.on('field', (name, value, _, truncated) => {
      if (truncated) return stop()
      const wrong = file
        ? invalid(['body', name ?? ''], 'Send the fields before the file')
        : wrongIn(name, value, fields)
      if (wrong) refuse(wrong)
      else fields.set(name, value)
    })
    parser.on('file', (field, stream, name, __, mediaType) => {
      // Heard at once, because nobody reads yet; who reads later finds the stream destroyed.
      stream.on('error', (error) => stream.destroy(error))
      stream.once('limit', () => stream.destroy(tooLarge(limit)))
      const wrong =
        field === 'file'
          ? wrongIn(field, name ?? '', fields)
          : invalid(['body', field ?? ''], 'Unknown field')
      if (wrong) {
        stream.resume()
        return refuse(wrong)
      }
      file = stream
      resolve({
        fields: Object.fromEntries(fields),
        file: { name: name ?? '', mediaType, bytes: chunksOf(stream, ended) },
      })
    })
    parser.on('filesLimit', () => refuse(invalid(['body', 'file'], 'Send one file')))
    for (const event of ['fieldsLimit', 'partsLimit'] as const)
      parser.on(event, () => refuse(invalid(['body'], 'Too many fields')))
    parser.on('finish', () => {
      reject(invalid(['body', 'file'], 'Choose a file'))
      end()
    })
    parser.on('error', stop)
    request.once('close', () => {
      if (!request.readableEnded) stop()
    })
    request.pipe(parser)
  })
}

/** What is wrong with a field, if anything is. The parser turns what is not UTF-8 into U+FFFD. */
function wrongIn(name: string | undefined, value: string, fields: ReadonlyMap<string, string>) {
  if (!name) return invalid(['body'], 'A field needs a name')
  if (fields.has(name)) return invalid(['body', name], 'Send each field once')
  if (!`${name}${value}`.includes('\ufffd')) return undefined
  const issue = { loc: ['body', name], msg: 'Send text as UTF-8', type: 'invalid_utf8' }
  return fail('bad_request', issue.msg, { issues: [issue] })
}

function parserOf(request: IncomingMessage, limit: number) {
  const type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) return undefined
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': type },
      limits: {
        fieldNameSize: 100,
        fieldSize: 8 * 1024,
        fields: 20,
        fileSize: limit,
        files: 1,
        parts: 24,
        headerPairs: 20,
        headerSize: 4 * 1024,
      },
    })
  } catch {
    return undefined
  }
}

async function* chunksOf(stream: Readable, ended: Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk
    await ended
  } catch (error) {
    throw error instanceof Failure ? error : broken()
  }
}

/**
 * Lets the rest of a body pass unread, so that the sender gets the answer instead of a reset; one that
 * goes on for more than `most` bytes is cut off.
 */
export function discard(request: IncomingMessage, most: number): void {
  if (request.readableEnded || request.destroyed) return
  request.unpipe()
  let rest = most
  request.on('data', (chunk: Uint8Array) => {
    rest -= chunk.length
    if (rest < 0) request.destroy()
  })
  request.resume()
}
