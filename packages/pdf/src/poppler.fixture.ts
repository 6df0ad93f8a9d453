import { spawnSync } from 'node:child_process'

/** What a program of Poppler says of a file; null on machines that don’t have it. */
function poppler(name: string, parameters: readonly string[], bytes: Uint8Array): string | null {
  const { error, status, stdout, stderr } = spawnSync(name, parameters, { input: bytes })
  if (error && 'code' in error && error.code === 'ENOENT') {
    process.stderr.write(`${name} is not installed: the file was read by pdf.js alone\n`)
    return null
  }
  if (status !== 0 || stderr.length > 0) throw new Error(`${name} ${status}: ${stderr}`)
  return stdout.toString('utf8')
}

/** The text of each page as `pdftotext` reads it. */
export const pagesByPoppler = (bytes: Uint8Array): string[] | null =>
  poppler('pdftotext', ['-enc', 'UTF-8', '-', '-'], bytes)?.split('\f').slice(0, -1) ?? null

/** The tags of a file as `pdfinfo` lists them, each with its text. */
export const structureByPoppler = (bytes: Uint8Array): string | null =>
  poppler('pdfinfo', ['-struct-text', '-'], bytes)
