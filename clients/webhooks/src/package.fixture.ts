import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const here = fileURLToPath(new URL('..', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))
const tsc = join(root, 'node_modules/typescript/bin/tsc')

/** A project of somebody else's, with this package built and installed as from the registry. */
export async function consumer() {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-client-'))
  const installed = join(folder, 'node_modules/@countersign/webhooks-client')
  await mkdir(installed, { recursive: true })
  await run(
    process.execPath,
    [tsc, '-p', 'tsconfig.build.json', '--outDir', join(installed, 'dist')],
    {
      cwd: here,
    },
  )
  await cp(join(here, 'package.json'), join(installed, 'package.json'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  return {
    dist: join(installed, 'dist'),
    write: (name: string, text: string) => writeFile(join(folder, name), text),
    /** Compiles a program as a strict consumer would. @returns what the compiler says */
    compile: async (...names: string[]): Promise<string> => {
      const compilerOptions = {
        ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
        ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], module: 'nodenext' },
        ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
      }
      await writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: names }),
      )
      return run(process.execPath, [tsc, '-p', folder]).then(
        ({ stdout }) => stdout,
        (error: { stdout: string }) => error.stdout,
      )
    },
    /** Runs a program. @returns what it prints */
    run: async (name: string, env: Record<string, string> = {}): Promise<string> =>
      (await run(process.execPath, [name], { cwd: folder, env, timeout: 20_000 })).stdout,
    remove: () => rm(folder, { recursive: true }),
  }
}

/** What `consumer` makes. */
export type Consumer = Awaited<ReturnType<typeof consumer>>
