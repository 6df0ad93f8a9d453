import { asText, csvField, type OutgoingFile } from '@countersign/contracts'
import { ImportLine } from '@countersign/contracts/trust'
import { fail } from '@countersign/kit/errors'
import type { TrustTx } from '../../tables.ts'
import { addedColumns } from './import.rules.ts'
import { findImport, findLines } from './import.store.ts'

const row = (cells: readonly string[]) =>
  `${cells.map((cell) => csvField(asText(cell))).join(',')}\r\n`

const { problems: Problems } = ImportLine.shape

/** The rejected lines with what is wrong, then their cells as they came. @throws 404 */
export async function rejectedLines(tx: TrustTx, importId: string): Promise<OutgoingFile> {
  const found = await findImport(tx, importId)
  if (!found) throw fail('not_found', 'No such import')
  const added: readonly string[] = addedColumns
  const kept = found.columns.flatMap((name, place) =>
    added.includes(name.toLowerCase()) ? [] : [{ name, place }],
  )
  // Excel takes a file without this mark for another encoding.
  let text = `\ufeff${row([...addedColumns, ...kept.map(({ name }) => name)])}`
  for (let after = 0; ; ) {
    const lines = await findLines(tx, importId, { state: 'rejected', after, limit: 1_000 })
    for (const { line, problems, cells } of lines) {
      const wrong = Problems.parse(problems)
      const given = Array.isArray(cells) ? cells : []
      text += row([
        String(line),
        wrong.flatMap(({ field }) => field ?? []).join('; '),
        wrong.map(({ field, reason }) => (field ? `${field}: ${reason}` : reason)).join('; '),
        ...kept.map(({ place }) => String(given[place] ?? '')),
      ])
    }
    const last = lines.at(-1)
    if (!last || lines.length < 1_000) break
    after = last.line
  }
  const bytes = Buffer.from(text)
  return {
    name: `${found.file_name.replace(/\.[^.]+$/, '')}-rejected.csv`,
    mediaType: 'text/csv; charset=utf-8',
    size: bytes.length,
    bytes: (async function* () {
      yield bytes
    })(),
  }
}
