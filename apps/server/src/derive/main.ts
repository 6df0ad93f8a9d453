import { writeFile } from 'node:fs/promises'
import { deriveClient } from './client.ts'
import { deriveProjects } from './projects.ts'
import { deriveTables } from './tables.ts'

await deriveProjects()
await deriveTables()
// After the tables, because the documents import what the tables type.
const { productDocument } = await import('../openapi/index.ts')
const { webhooksDocument } = await import('@countersign/webhooks')
const { transitionsDocument } = await import('@countersign/transactions')
const { eventsDocument } = await import('./events-document.ts')
const write = (name: string, document: object) =>
  writeFile(
    new URL(`../../../../docs/api/${name}.json`, import.meta.url),
    `${JSON.stringify(document, null, 1)}\n`,
  )
await write('product', productDocument())
await write('webhooks', webhooksDocument())
await writeFile(new URL('../../../../docs/api/events.md', import.meta.url), eventsDocument())
await writeFile(
  new URL('../../../../docs/api/transitions.md', import.meta.url),
  transitionsDocument(),
)
await deriveClient()
