import { readFileSync } from 'node:fs'

/** A file of `vectors/`; its origin is in `vectors/SOURCE.md`. */
export const vectors = (name: string) =>
  JSON.parse(readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8'))
