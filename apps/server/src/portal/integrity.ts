import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The integrity of a file of a built page, as `sha384-…`. */
export const integrityOf = (file: string): string =>
  `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`

/**
 * A page whose files run only as they were built, also where a cache between us alters them.
 * @param base where the page's files are, e.g. `/portal/`
 * @param dist the folder with these files, with a slash at the end
 */
export const withIntegrity = (page: string, base: string, dist: string): string =>
  page.replaceAll(
    /<(?:script|link)\b[^>]* (?:src|href)="([^"]+\.(?:js|css))"/g,
    (tag, address: string) =>
      address.startsWith(`${base}assets/`)
        ? `${tag} integrity="${integrityOf(dist + address.slice(base.length))}"`
        : tag,
  )
