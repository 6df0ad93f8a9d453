import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * The text of a file that is made at the first start, readable by its owner alone. It appears whole: of
 * processes that start at once one makes it and all read that one, and one that dies leaves no half.
 */
export async function keptFile(file: string, make: () => string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(unless('ENOENT'))
  if (kept !== undefined) return kept
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, make(), { mode: 0o600, flush: true })
  // Unlike a rename, a link never takes the place of what another process made.
  await link(draft, file).catch(unless('EEXIST'))
  await rm(draft)
  return readFile(file, 'utf8')
}

const unless = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error
}
