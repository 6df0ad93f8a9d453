import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** The key that the store knows. */
export const s3Key = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret/of+the=test' }
export const s3Bucket = 'documents'
export const s3Region = 'eu-north-1'

type Signed = { date: string; scope: string; headers: string[]; signature: string; payload: string }

/** What a request claims of itself: in its header, or in its query when it was signed beforehand. */
function claimsOf(request: IncomingMessage, url: URL): Signed | string {
  const query = url.searchParams
  if (query.has('X-Amz-Signature')) {
    const date = query.get('X-Amz-Date') ?? ''
    const seconds = Number(query.get('X-Amz-Expires'))
    if (!(seconds > 0 && seconds <= 604_800)) return 'AuthorizationQueryParametersError'
    if (Date.now() > timeOf(date) + seconds * 1000) return 'AccessDenied'
    return {
      ...{ date, scope: query.get('X-Amz-Credential') ?? '', payload: 'UNSIGNED-PAYLOAD' },
      headers: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
      signature: query.get('X-Amz-Signature') ?? '',
    }
  }
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  const [, scope = '', headers = '', signature = ''] = found ?? []
  const payload = request.headers['x-amz-content-sha256']
  if (!found || typeof payload !== 'string') return 'AccessDenied'
  return {
    ...{ date: String(request.headers['x-amz-date']), scope, signature, payload },
    headers: headers.split(';'),
  }
}

const timeOf = (date: string) =>
  Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** The error of a request that is not rightly signed; undefined when it is. */
function refusalOf(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const claims = claimsOf(request, url)
  if (typeof claims === 'string') return claims
  const { date, scope, headers, signature, payload } = claims
  const [keyId, ...rest] = scope.split('/')
  if (keyId !== s3Key.accessKeyId) return 'InvalidAccessKeyId'
  if (rest.join('/') !== `${date.slice(0, 8)}/${s3Region}/s3/aws4_request`) return 'AccessDenied'
  if (!(Math.abs(Date.now() - timeOf(date)) < 900_000) && !url.searchParams.has('X-Amz-Expires'))
    return 'RequestTimeTooSkewed'
  if (!headers.includes('host')) return 'AccessDenied'
  const sent = Object.keys(request.headers)
  if (sent.some((name) => name.startsWith('x-amz-') && !headers.includes(name)))
    return 'AccessDenied'
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')
  const canonical = [
    ...[request.method, url.pathname, query],
    ...headers.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    ...['', headers.join(';'), payload],
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, rest.join('/'), sha256(canonical)].join('\n')
  const key = rest.reduce<Buffer | string>(hmac, `AWS4${s3Key.secretAccessKey}`)
  const expected = hmac(key, text)
  const given = Buffer.from(signature, 'hex')
  if (given.length !== 32 || !timingSafeEqual(expected, given)) return 'SignatureDoesNotMatch'
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const checksum = request.headers['x-amz-checksum-sha256']
  if (checksum && checksum !== createHash('sha256').update(body).digest('base64'))
    return 'BadDigest'
  return undefined
}

/** A store that keeps objects in memory and believes no unsigned word. */
export async function fakeS3() {
  const objects = new Map<string, Buffer>()
  const asked: { method: string; path: string; refused: string | undefined; headers: object }[] = []
  let failing = 0
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts)
    const url = new URL(request.url ?? '', 'http://localhost')
    const { method = '', headers } = request
    // As a bucket does whose rules let pages of any origin in.
    response.setHeader('access-control-allow-origin', '*')
    if (method === 'OPTIONS') {
      response.setHeader('access-control-allow-methods', 'GET, PUT')
      response.setHeader('access-control-allow-headers', 'content-type, x-amz-checksum-sha256')
      return response.writeHead(204).end()
    }
    const refused = refusalOf(request, url, body)
    asked.push({ method, path: url.pathname, refused, headers })
    const error = (status: number, code: string) => {
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`)
    }
    if (failing > 0) {
      failing--
      return error(500, 'InternalError')
    }
    if (refused) return error(403, refused)
    if (!url.pathname.startsWith(`/${s3Bucket}/`)) return error(404, 'NoSuchBucket')
    if (headers['transfer-encoding'] || /aws-chunked/.test(String(headers['content-encoding'])))
      return error(501, 'NotImplemented')
    const key = decodeURIComponent(url.pathname.slice(s3Bucket.length + 2))
    if (method === 'PUT') {
      objects.set(key, body)
      return response.end()
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    const found = objects.get(key)
    if (!found) return error(404, 'NoSuchKey')
    const disposition = url.searchParams.get('response-content-disposition')
    response.writeHead(200, {
      'content-length': found.length,
      ...(disposition && { 'content-disposition': disposition }),
    })
    return response.end(method === 'HEAD' ? undefined : found)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    endpoint,
    objects,
    asked,
    /** Answers the next so many requests with 500. */
    fail: (times: number) => {
      failing = times
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Signs a GET beforehand, as a client would that hands out links. */
export function presigned(
  endpoint: string,
  key: string,
  { secret = s3Key.secretAccessKey, seconds = 60, at = Date.now() } = {},
): string {
  const date = new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const scope = `${date.slice(0, 8)}/${s3Region}/s3/aws4_request`
  const url = new URL(`/${s3Bucket}/${key.split('/').map(encoded).join('/')}`, endpoint)
  const query = [
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', `${s3Key.accessKeyId}/${scope}`],
    ['X-Amz-Date', date],
    ['X-Amz-Expires', String(seconds)],
    ['X-Amz-SignedHeaders', 'host'],
  ]
    .map(([name = '', value = '']) => `${encoded(name)}=${encoded(value)}`)
    .join('&')
  const canonical = ['GET', url.pathname, query, `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD']
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical.join('\n'))].join('\n')
  const signing = scope.split('/').reduce<Buffer | string>(hmac, `AWS4${secret}`)
  return `${url.href}?${query}&X-Amz-Signature=${hmac(signing, text).toString('hex')}`
}
