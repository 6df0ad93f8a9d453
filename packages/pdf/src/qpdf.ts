import createQpdf from '@neslinesli93/qpdf-wasm'

/** What a run of qpdf gave: its exit code (3: with warnings), what it printed, and the file that it wrote. */
export type QpdfRun = {
  readonly code: number
  readonly printed: string
  readonly made: Uint8Array | undefined
}

/** Runs qpdf, compiled to WebAssembly, on files of a memory of its own. */
export async function runQpdf(
  parameters: readonly string[],
  files: Readonly<Record<string, Uint8Array>>,
  result?: string,
): Promise<QpdfRun> {
  const printed: number[] = []
  const print = (byte: number | null) => void (byte !== null && printed.push(byte))
  // Its types leave out what every program of Emscripten has.
  const start: unknown = createQpdf
  if (typeof start !== 'function') throw new Error('qpdf has no start')
  const qpdf: unknown = await start({
    // Before it runs: what it says is ours to read, and not for the console.
    preRun: [(early: unknown) => call(diskOf(early), 'init', null, print, print)],
  })
  const disk = diskOf(qpdf)
  for (const [name, bytes] of Object.entries(files)) call(disk, 'writeFile', name, bytes)
  const code = Number(call(qpdf, 'callMain', parameters))
  // It sets the exit code of our own process, too.
  process.exitCode = undefined
  const made = result !== undefined && code !== 2 ? call(disk, 'readFile', result) : undefined
  return {
    code,
    printed: Buffer.from(printed).toString('utf8'),
    made: made instanceof Uint8Array ? made : undefined,
  }
}

const diskOf = (qpdf: unknown): unknown => Reflect.get(Object(qpdf), 'FS')

function call(of: unknown, name: string, ...given: readonly unknown[]): unknown {
  const found: unknown = Reflect.get(Object(of), name)
  if (typeof found !== 'function') throw new Error(`qpdf has no ${name}`)
  return found.apply(of, given)
}
