import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@countersign/kit/errors'
import type { PdfRenderer } from '@countersign/pdf'
import { watermarkFor } from '@countersign/report'
import type { Files } from '@countersign/transactions'
import { clamdScan, folderStorage, s3Storage, type TrustDeps } from '@countersign/trust'
import type { Config } from './config.ts'

/** Where documents are kept and who looks at them first, by the configuration. */
export function documentsOf(config: Config): TrustDeps['documents'] {
  const folder = join(config.DATA_DIR, 'documents')
  const [host = '', port = ''] = config.CLAMD?.split(':') ?? []
  return {
    storage: config.STORAGE === 's3' ? s3Storage(s3SettingsOf(config)) : folderStorage(folder),
    spoolFolder: join(folder, 'incoming'),
    ...(config.CLAMD && { scan: clamdScan({ host, port: Number(port) }) }),
  }
}

/** Writes readers’ names across PDFs of other companies, in the threads that render ours. */
export const markerOf =
  ({ mark }: Pick<PdfRenderer, 'mark'>): NonNullable<TrustDeps['documents']['mark']> =>
  async (bytes, reader, at) => {
    const made = await mark({ bytes, text: watermarkFor(reader, at) })
    if (made === 'busy')
      throw fail('unavailable', 'Too many PDFs are being made right now. Try again in a moment.', {
        retryAfter: 2,
      })
    return made === 'too-slow' ? null : made
  }

/** Files of our own, kept where documents are. */
export const filesOf = ({ storage, spoolFolder }: TrustDeps['documents']): Files => ({
  put: async (key, bytes) => {
    await mkdir(spoolFolder, { recursive: true, mode: 0o700 })
    const path = join(spoolFolder, randomBytes(16).toString('hex'))
    try {
      await writeFile(path, bytes, { mode: 0o600, flush: true })
      const sha256 = createHash('sha256').update(bytes).digest()
      const mediaType = 'application/octet-stream'
      await storage.put(key, { path, size: bytes.length, sha256, mediaType })
    } finally {
      await rm(path, { force: true })
    }
  },
  get: (key) => storage.get(key),
  remove: (key) => storage.remove(key),
})

/** Where the dashboard reaches the bucket by itself; nowhere unless that is set up. */
export function bucketOrigins(config: Config): string[] {
  const { STORAGE, S3_DIRECT, S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_FORCE_PATH_STYLE } = config
  if (STORAGE !== 's3' || !S3_DIRECT) return []
  const url = new URL(S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`)
  // A name with dots fits no certificate: the client then uses the path.
  if (!S3_FORCE_PATH_STYLE && !S3_BUCKET?.includes('.'))
    url.hostname = `${S3_BUCKET}.${url.hostname}`
  return [url.origin]
}

function s3SettingsOf(config: Config) {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  return {
    bucket: config.S3_BUCKET ?? '',
    region: config.S3_REGION ?? '',
    endpoint: config.S3_ENDPOINT,
    forcePathStyle: config.S3_FORCE_PATH_STYLE,
    direct: config.S3_DIRECT,
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  }
}
