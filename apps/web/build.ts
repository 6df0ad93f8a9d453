import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const web = import.meta.dirname
const root = path.resolve(web, '../..')
const pages = ['dist/index.html', 'dist-portal/portal.html'].map((page) => path.join(web, page))
const stamp = path.join(root, '.cache/web-build')

const sources = [
  'apps/web/{*.html,vite*.ts,messages.ts,build.ts}',
  'apps/web/{src,public}/**/*.*',
  'packages/{contracts,kit}/src/**/*.ts',
  'package-lock.json',
]

/** Contents, not times: a fresh checkout or a touched file is no reason to build again. */
async function fingerprint(): Promise<string> {
  const files = await Array.fromAsync(glob(sources, { cwd: root }))
  const hash = createHash('sha256')
  for (const file of files.filter((name) => !name.includes('.test.')).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(await readFile(path.join(root, file)))
  }
  return hash.digest('hex')
}

/** Beside each text file its compressed twin, so that the server compresses nothing. */
async function compress(): Promise<void> {
  for await (const file of glob('{dist,dist-portal}/assets/*.{js,css,svg}', { cwd: web })) {
    const whole = path.join(web, file)
    await writeFile(`${whole}.gz`, gzipSync(await readFile(whole), { level: 9 }))
  }
}

const started = performance.now()
const now = await fingerprint()
const built = [...pages, stamp].every((file) => existsSync(file))
  ? await readFile(stamp, 'utf8')
  : ''

if (built === now) {
  process.stdout.write('web: up to date\n')
} else {
  for (const config of ['vite.config.ts', 'vite.portal.config.ts'])
    await build({ configFile: path.join(web, config), logLevel: 'warn' })
  await compress()
  await mkdir(path.dirname(stamp), { recursive: true })
  await writeFile(stamp, now)
  process.stdout.write(`web: built in ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
}
