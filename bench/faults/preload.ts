import { registerHooks } from 'node:module'
import { plants } from './plants.ts'

/**
 * Loaded before a service (`node --import`): plants the defect that BENCH_PLANT names into the code
 * as it is read. A change that no longer fits the code ends the process.
 */
const plant = plants.find(({ name }) => name === process.env.BENCH_PLANT)
if (!plant) throw new Error(`No such plant: ${process.env.BENCH_PLANT}`)

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const changes = plant.changes?.filter(({ file }) => url.endsWith(`/${file}`)) ?? []
    if (changes.length === 0) return loaded
    let source = String(
      loaded.source instanceof Uint8Array ? Buffer.from(loaded.source) : loaded.source,
    )
    for (const { file, find, put } of changes) {
      if (source.split(find).length !== 2) throw new Error(`${file} no longer holds: ${find}`)
      source = source.replace(find, () => put)
    }
    return { ...loaded, source }
  },
})
