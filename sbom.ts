import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'

/** Writes the software bill of materials (CycloneDX) to `.cache/sbom.json`; fails when the tree does not fit the lockfile. */
const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
mkdirSync('.cache', { recursive: true })
writeFileSync('.cache/sbom.json', text)
console.log(`.cache/sbom.json lists ${JSON.parse(text).components.length} components`)
