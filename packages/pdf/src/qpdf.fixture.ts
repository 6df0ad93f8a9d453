import createQpdf from '@neslinesli93/qpdf-wasm'

/** The exit code of `qpdf --check` for a file: 0 when nothing is wrong with it. */
export async function checkWithQpdf(bytes: Uint8Array): Promise<number> {
  // Its types leave out what every program of Emscripten has.
  const start: unknown = createQpdf
  if (typeof start !== 'function') throw new Error('qpdf has no start')
  const qpdf: unknown = await start({})
  const files: unknown = Reflect.get(Object(qpdf), 'FS')
  const main: unknown = Reflect.get(Object(qpdf), 'callMain')
  const write: unknown = Reflect.get(Object(files), 'writeFile')
  if (typeof main !== 'function' || typeof write !== 'function')
    throw new Error('qpdf has no files')
  write('/checked.pdf', bytes)
  const code: unknown = main(['--check', '/checked.pdf'])
  // It sets the exit code of our own process, too.
  process.exitCode = undefined
  return Number(code)
}
