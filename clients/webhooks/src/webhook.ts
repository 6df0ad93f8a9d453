import { fromBase64, toBase64, utf8 } from './bytes.ts'
import { WebhookVerificationError } from './errors.ts'
import { type WebCrypto, webCrypto } from './web-crypto.ts'
import { signedContent, type WebhookKey, webhookKey } from './webhook-keys.ts'

/** Headers of a request, in any of the shapes that servers hand them out in. */
export type WebhookHeaders =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** How a webhook is verified. */
export type VerifyOptions = {
  /** Seconds by which sender and receiver may differ; 300 when absent. */
  readonly toleranceSeconds?: number | undefined
  /** Unix milliseconds now. */
  readonly clock?: (() => number) | undefined
  readonly crypto?: WebCrypto | undefined
}

/** Both ways in which the three headers are named. */
const families = ['svix', 'webhook'] as const

/**
 * The content of a webhook, once its signature is found good.
 * @param secrets the endpoint's secret (`whsec_…` or `whpk_…`); several while it is being rotated
 * @param headers those of the request: `webhook-id`, `-timestamp` and `-signature`, or `svix-…`
 * @param body as it came, byte for byte: parsing and printing it again breaks the signature
 * @throws WebhookVerificationError when no signature fits or the timestamp is more than 5 minutes off,
 *   SyntaxError when the signed body is not JSON, Error when a secret is none
 */
export async function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
  options: VerifyOptions = {},
): Promise<unknown> {
  const crypto = webCrypto(options.crypto)
  const keys = [secrets].flat().map((secret) => webhookKey(secret, crypto))
  if (keys.length === 0) throw new Error('Give at least one secret.')
  const { id, timestamp, signatures } = signedHeaders(headers)
  checkTimestamp(timestamp, options)
  const bytes = typeof body === 'string' ? utf8(body) : body
  const content = signedContent(id, timestamp, bytes)
  for (const signature of signatures.split(' ')) {
    const [version, text = ''] = signature.split(',', 2)
    const given = fromBase64(text)
    for (const key of keys)
      if (given && key.version === version && (await key.verify(content, given)))
        return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(bytes))
  }
  throw new WebhookVerificationError('No matching signature found')
}

/** The three headers, of the family that is complete. */
function signedHeaders(headers: WebhookHeaders) {
  for (const family of families) {
    const id = header(headers, `${family}-id`)
    const timestamp = header(headers, `${family}-timestamp`)
    const signatures = header(headers, `${family}-signature`)
    if (id && timestamp && signatures) return { id, timestamp, signatures }
  }
  throw new WebhookVerificationError('Missing required headers')
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : Array.isArray(found) ? found[0] : undefined
}

function checkTimestamp(text: string, { toleranceSeconds = 300, clock = Date.now }: VerifyOptions) {
  if (!/^\d{1,15}$/.test(text)) throw new WebhookVerificationError('Invalid Signature Headers')
  const age = Math.floor(clock() / 1000) - Number(text)
  if (age > toleranceSeconds) throw new WebhookVerificationError('Message timestamp too old')
  if (-age > toleranceSeconds) throw new WebhookVerificationError('Message timestamp too new')
}

/** A webhook to sign. */
export type UnsignedWebhook = {
  readonly id: string
  /** When it is sent; its fraction of a second is dropped. */
  readonly timestamp: Date
  readonly body: string | Uint8Array
}

/** How a webhook is signed. */
export type SignOptions = {
  /** `webhook` when absent. */
  readonly family?: (typeof families)[number] | undefined
  readonly crypto?: WebCrypto | undefined
}

/**
 * The three headers with which the service would send a webhook: for the tests of a receiver.
 * @param secrets `whsec_…` or `whsk_…`, newest first; each adds a signature
 * @throws when a secret is none or is a public key
 */
export async function signWebhook(
  secrets: string | readonly string[],
  { id, timestamp, body }: UnsignedWebhook,
  { family = 'webhook', crypto }: SignOptions = {},
): Promise<Record<string, string>> {
  const found = webCrypto(crypto)
  const seconds = String(Math.floor(timestamp.getTime() / 1000))
  const content = signedContent(id, seconds, typeof body === 'string' ? utf8(body) : body)
  const sign = async ({ version, sign: by }: WebhookKey) => {
    if (!by) throw new Error('A public key can not sign.')
    return `${version},${toBase64(await by(content))}`
  }
  const keys = [secrets].flat().map((secret) => webhookKey(secret, found))
  return {
    [`${family}-id`]: id,
    [`${family}-timestamp`]: seconds,
    [`${family}-signature`]: (await Promise.all(keys.map(sign))).join(' '),
  }
}
