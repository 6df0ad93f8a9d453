import { createHash } from 'node:crypto'
import { directBytes } from '@countersign/contracts/trust'
import { at, type Call, list, own, type Recipe, text } from './recipe.fixture.ts'

/** A PDF that is large enough to go to the bucket, and the same each time. */
const filler = 'x'.repeat(directBytes)
const file = `%PDF-1.7\n9 0 obj\n<< /Length ${filler.length} >>\nstream\n${filler}\nendstream\nendobj\n%%EOF\n`
const announced = {
  ...own,
  body: {
    documentType: 'AML_POLICY',
    fileName: 'a.pdf',
    mediaType: 'application/pdf',
    size: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
  },
}

/** Sends the file to the bucket. */
async function sent(call: Call) {
  const upload = at(await call('marcus', 'document.startDirect', announced), 'upload')
  const headers = list(upload, 'headers').map((one) => [text(one, 'key'), text(one, 'value')])
  const answer = await fetch(text(upload, 'url'), {
    method: 'PUT',
    headers: Object.fromEntries(headers),
    body: file,
  })
  await answer.arrayBuffer()
  return { ...own, body: { ticket: text(upload, 'ticket') } }
}

/** How files go to and from the bucket. */
export const directRecipes: readonly Recipe[] = [
  { id: 'document.startDirect', as: 'marcus', make: async () => announced },
  { id: 'document.completeDirect', as: 'marcus', make: sent },
  {
    id: 'document.directDownload',
    as: 'marcus',
    make: async (call) => {
      const made = await call('marcus', 'document.completeDirect', await sent(call))
      return { ...own, body: { s3URL: text(made, 's3URL') } }
    },
  },
]
