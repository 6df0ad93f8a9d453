import { readdir, readFile, writeFile } from 'node:fs/promises'
import * as z from 'zod/mini'

const root = new URL('../../../../', import.meta.url)

const Package = z.object({
  name: z.string(),
  dependencies: z._default(z.record(z.string(), z.string()), {}),
})

/** Writes the compiler's project of each context and of the server; what it refers to is in its package. */
export async function deriveProjects(): Promise<void> {
  const contexts = (await readdir(new URL('contexts', root))).map((name) => `contexts/${name}`)
  const packages = (await readdir(new URL('packages', root))).map((name) => `packages/${name}`)
  const projects = [...contexts, 'apps/server']
  const folders = new Map<string, string>()
  for (const folder of [...packages, ...contexts])
    folders.set((await packageOf(folder)).name, folder)
  for (const folder of projects) {
    const { dependencies } = await packageOf(folder)
    const references = Object.keys(dependencies).flatMap((name) => folders.get(name) ?? [])
    await writeFile(new URL(`${folder}/tsconfig.json`, root), projectOf(folder, references))
  }
}

const packageOf = async (folder: string) =>
  Package.parse(JSON.parse(await readFile(new URL(`${folder}/package.json`, root), 'utf8')))

function projectOf(folder: string, references: readonly string[]): string {
  const paths = references.map((path) => `{ "path": "../../${path}" }`)
  const line = `[${paths.join(', ')}]`
  // As the formatter wants it.
  const list = line.length < 80 ? line : `[\n    ${paths.join(',\n    ')}\n  ]`
  return `{
  "extends": "../../tsconfig.base.json",
  "compilerOptions": {
    "rootDir": ".",
    "outDir": "../../.cache/types/${folder}",
    "tsBuildInfoFile": "../../.cache/types/${folder}.tsbuildinfo",
    "types": ["node"]
  },
  "include": ["src"],
  "references": ${list}
}
`
}
