import { materialFields } from '@countersign/contracts/trust'

/**
 * A name as it is compared: without case and spacing, and without the dots and commas of legal forms, so
 * that "Aster Pte. Ltd." and GLEIF's "ASTER PTE LTD" are one. A dot before a word stays: "aster.com".
 */
const foldedName = (text: string) =>
  text
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replace(/,|\.(?![\p{L}\p{N}]{2})/gu, '')
    .replace(/\s+/gu, '')

/** A site as it is compared: http or https, with or without the last slash. */
const foldedSite = (text: string) =>
  URL.parse(text.trim())
    ?.href.replace(/^http:/, 'https:')
    .replace(/\/$/, '') ?? text.trim()

function folded(field: string, value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map((one) => folded(field, one)).toSorted())
  if (typeof value !== 'string') return ''
  return field === 'website' ? foldedSite(value) : foldedName(value)
}

type Fields = Readonly<Record<string, unknown>>

/** The fields that tell who a company is and that now say something else. */
export const materialChanges = (before: Fields, changed: Fields): string[] =>
  Object.keys(changed).filter(
    (name) =>
      materialFields.has(name) && folded(name, before[name]) !== folded(name, changed[name]),
  )
