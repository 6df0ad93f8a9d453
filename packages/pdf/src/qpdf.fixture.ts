import { runQpdf } from './qpdf.ts'

/** The exit code of `qpdf --check` for a file: 0 when nothing is wrong with it. */
export const checkWithQpdf = async (bytes: Uint8Array): Promise<number> =>
  (await runQpdf(['--check', '/checked.pdf'], { '/checked.pdf': bytes })).code
