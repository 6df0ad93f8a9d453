import { stripInvisible } from '@countersign/contracts'

/** A zip archive that begins with its first file and ends with its directory, without a comment. */
const officeKind = (mediaType: string, extension: string) => ({
  mediaType,
  extensions: [extension],
  begins: (head: Uint8Array) => has(head, 0, 'PK\x03\x04'),
  ends: (tail: Uint8Array) => has(tail, tail.length - 22, 'PK\x05\x06'),
})

/** What a file may be: media type, the names it may have, how it begins and how it ends. */
const kinds = [
  {
    mediaType: 'application/pdf',
    extensions: ['pdf'],
    begins: (head: Uint8Array) => has(head, 0, '%PDF-'),
    // Whatever stands behind the end mark is none of the document.
    ends: (tail: Uint8Array) => /%%EOF[\s\0]{0,16}$/.test(latin(tail)),
  },
  {
    mediaType: 'image/png',
    extensions: ['png'],
    begins: (head: Uint8Array) => has(head, 0, '\x89PNG\r\n\x1a\n'),
    ends: (tail: Uint8Array) => latin(tail).endsWith('IEND\xae\x42\x60\x82'),
  },
  {
    mediaType: 'image/jpeg',
    extensions: ['jpg', 'jpeg'],
    begins: (head: Uint8Array) => has(head, 0, '\xff\xd8\xff'),
    ends: (tail: Uint8Array) => /\xff\xd9\0*$/.test(latin(tail)),
  },
  officeKind('application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'),
  officeKind('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'),
] as const

/** Bytes of the beginning and of the end that a decision needs. */
export const headBytes = 16
export const tailBytes = 1024

const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes)
const has = (bytes: Uint8Array, at: number, text: string) =>
  latin(bytes.subarray(at, at + text.length)) === text

/** A file as it was declared, with how it begins and ends. */
export type SniffedFile = {
  readonly name: string
  readonly mediaType: string
  readonly head: Uint8Array
  readonly tail: Uint8Array
}

const listed = (names: readonly string[], one: string) => names.includes(one)

/** The media type of a file whose name, declaration and bytes agree, or why it is not taken. */
export function judgeFile(file: SniffedFile): { mediaType: string } | { refusal: string } {
  const found = kinds.filter(({ begins }) => begins(file.head))
  const extension = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''
  // Word and Excel files begin alike.
  const named = found.find(({ extensions }) => listed(extensions, extension))
  const kind = named ?? found[0]
  if (!kind) return { refusal: 'Only PDF, PNG, JPEG, DOCX and XLSX files are accepted' }
  const names: readonly string[] = kind.extensions
  if (!named)
    return { refusal: `The file’s content doesn’t match its name: it should end with .${names[0]}` }
  if (file.mediaType !== kind.mediaType)
    return { refusal: `The file is ${kind.mediaType}, but was sent as another type` }
  if (!kind.ends(file.tail))
    return { refusal: 'The file is incomplete, or has extra data at the end' }
  return { mediaType: kind.mediaType }
}

/** A file's name without folders and signs that deceive, at most 200 characters with its ending. */
export function safeName(name: string): string {
  const clean = stripInvisible(name.toWellFormed()).replaceAll(/[/\\]/g, '').trim()
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? ''
  const stem = clean.slice(0, clean.length - ending.length)
  return `${stem.slice(0, 200 - ending.length) || 'document'}${ending}`
}
