import { createReadStream } from 'node:fs'
import { attachment } from '@countersign/kit/attachment'
import { fail } from '@countersign/kit/errors'
import type { DirectAccess, DocumentStorage } from './storage.ts'

/** How to reach a bucket. Without keys the machine's own identity is used, as AWS provides it. */
export type S3Settings = {
  readonly bucket: string
  readonly region: string
  readonly endpoint?: string | undefined
  readonly forcePathStyle?: boolean
  /** Whether browsers may be sent to the bucket; it must answer them (CORS). */
  readonly direct?: boolean
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

type Sdk = typeof import('@aws-sdk/client-s3')

/** Documents in a bucket of S3, or of a store that speaks like it. The client is loaded at first use. */
export function s3Storage({ bucket, direct, ...settings }: S3Settings): DocumentStorage {
  const load = async () => {
    const sdk = await import('@aws-sdk/client-s3')
    const client = new sdk.S3Client({
      region: settings.region,
      ...(settings.endpoint && { endpoint: settings.endpoint }),
      ...(settings.forcePathStyle !== undefined && { forcePathStyle: settings.forcePathStyle }),
      ...(settings.credentials && { credentials: settings.credentials }),
      maxAttempts: 3,
      // What goes wrong is thrown, and logged with the request that it spoils.
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
      // By default a stream travels in chunks with a trailer, which other stores refuse or store as it is.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
    return { sdk, client }
  }
  let loaded: ReturnType<typeof load> | undefined
  const within = async <T>(
    work: (sdk: Sdk, client: InstanceType<Sdk['S3Client']>) => Promise<T>,
  ) => {
    loaded ??= load()
    const { sdk, client } = await loaded
    return work(sdk, client).catch((error: unknown) => {
      if (isAbsent(error)) return undefined
      throw unavailable(error)
    })
  }
  const access: DirectAccess = {
    upload: async (key, { size, mediaType, sha256 }, seconds) => {
      const headers = {
        'content-type': mediaType,
        'x-amz-checksum-sha256': sha256.toString('base64'),
      }
      const url = await within(async (sdk, client) => {
        const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
        const command = new sdk.PutObjectCommand({
          Bucket: bucket,
          Key: key,
          ContentType: mediaType,
          ContentLength: size,
          ChecksumSHA256: headers['x-amz-checksum-sha256'],
        })
        return getSignedUrl(client, command, {
          expiresIn: seconds,
          // Signed as headers: whoever sends another file, or more of it, has no signature for it.
          signableHeaders: new Set(['content-type']),
          unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
        })
      })
      if (!url) throw unavailable('No such bucket')
      return { url, headers }
    },
    download: (key, { name, mediaType }, seconds) =>
      within(async (sdk, client) => {
        const file = { Bucket: bucket, Key: key }
        await client.send(new sdk.HeadObjectCommand(file))
        const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
        const command = new sdk.GetObjectCommand({
          ...file,
          ResponseContentDisposition: attachment(name),
          ResponseContentType: mediaType,
        })
        return getSignedUrl(client, command, { expiresIn: seconds })
      }),
  }
  return {
    ...(direct && { direct: access }),
    put: async (key, file) => {
      const done = await within((sdk, client) =>
        client.send(
          new sdk.PutObjectCommand({
            Bucket: bucket,
            Key: key,
            ContentType: file.mediaType,
            ContentLength: file.size,
            Body: createReadStream(file.path),
            // The store compares it with what arrived.
            ChecksumSHA256: file.sha256.toString('base64'),
          }),
        ),
      )
      if (!done) throw unavailable('No such bucket')
    },
    get: async (key) => {
      const found = await within((sdk, client) =>
        client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: key })),
      )
      return found?.Body && chunks(found.Body)
    },
    remove: async (key) => {
      await within((sdk, client) =>
        client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key })),
      )
    },
  }
}

const isAbsent = (error: unknown) =>
  error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name)

/** Our key being refused is our trouble, not the caller's: they get 503, never 403. */
const unavailable = (cause: unknown) =>
  Object.assign(
    fail('unavailable', 'Document storage is unavailable. Try again in a moment.', {
      retryAfter: 10,
    }),
    { cause },
  )

const chunks = (body: object): AsyncIterable<Uint8Array> => {
  if (!(Symbol.asyncIterator in body)) throw new Error('The store answered no stream')
  return body as AsyncIterable<Uint8Array>
}
