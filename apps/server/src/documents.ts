import { join } from 'node:path'
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

function s3SettingsOf(config: Config) {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  return {
    bucket: config.S3_BUCKET ?? '',
    region: config.S3_REGION ?? '',
    endpoint: config.S3_ENDPOINT,
    forcePathStyle: config.S3_FORCE_PATH_STYLE,
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  }
}
