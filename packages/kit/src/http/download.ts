import { type OutgoingFile, stripInvisible } from '@countersign/contracts'

/**
 * The headers of a file that is only ever saved: no browser runs it, guesses what it is, or shows it
 * with the rights of our pages.
 */
export const fileHeaders = ({ name, mediaType, size }: OutgoingFile) => ({
  'content-type': mediaType,
  'content-length': String(size),
  'content-disposition': attachment(name),
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
})

/** The header that has a browser save a file under this name. */
export const attachment = (name: string) =>
  dispositionOf(stripInvisible(name.toWellFormed()).replaceAll(/[/\\]/g, '_'))

/** RFC 6266: a name that every client understands, then the whole one as RFC 8187 writes it. */
const dispositionOf = (name: string) =>
  `attachment; filename="${plain(name)}"; filename*=UTF-8''${encoded(name)}`

const plain = (name: string) => name.replaceAll(/[^\w. -]/g, '_')

const encoded = (name: string) =>
  encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
