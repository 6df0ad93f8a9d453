import { isUtf8 } from 'node:buffer'
import { parse as parseQuery } from 'node:querystring'
import { fail } from './errors.ts'
import { jsonTooLarge } from './json-guard.ts'

const json = /^application\/([\w.+-]+\+)?json\s*(;|$)/i
const form = /^application\/x-www-form-urlencoded\s*(;|$)/i
const foreignCharset = /;\s*charset\s*=\s*"?(?!utf-?8)/i

/**
 * The value of a request's body; undefined where it is empty.
 * @param isForm the operation takes a form instead of JSON
 * @throws 415 for a body that is not declared as JSON, 400 for one that is no JSON or not in UTF-8
 */
export function parseBody(bytes: Buffer, type = '', isForm = false): unknown {
  if (bytes.length === 0) return undefined
  if (isForm) return formOf(bytes, type)
  if (!json.test(type) || foreignCharset.test(type))
    throw fail('unsupported_media_type', 'Send the body as application/json in UTF-8')
  if (!isUtf8(bytes)) throw broken('The body isn’t valid UTF-8', 'invalid_utf8')
  return jsonOf(bytes)
}

/** The fields of a form. What is none counts as missing: OAuth has an error of its own for that. */
function formOf(bytes: Buffer, type: string): unknown {
  const text = bytes.toString('utf8')
  const isForm = form.test(type) && isUtf8(bytes) && isDecodable(text)
  return isForm ? { ...parseQuery(text) } : undefined
}

function jsonOf(bytes: Buffer): unknown {
  const tooLarge = jsonTooLarge(bytes)
  if (tooLarge) throw fail('bad_request', tooLarge)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw broken('The body isn’t valid JSON', 'invalid_json')
  }
}

const broken = (msg: string, type: string) =>
  fail('bad_request', msg, { issues: [{ loc: ['body'], msg, type }] })

/**
 * Whether the escapes of a query or a form are UTF-8; the parser itself would put U+FFFD in place of
 * what is not. A percent sign that escapes nothing stands for itself.
 */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))
    return true
  } catch {
    return false
  }
}
