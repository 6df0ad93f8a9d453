import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl, { type Entry, type ZipFile } from 'yauzl'

const mebibyte = 1024 * 1024
/** What a document may unpack to: a few kilobytes can become gigabytes. */
const limits = { entries: 5_000, total: 256 * mebibyte, part: 128 * mebibyte, list: 4 * mebibyte }

/** What the parts of a document may be; programs and other documents are none of them. */
const partName =
  /(^|\/)([^/]*\.(xml|rels|vml|png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|odttf|fntdata)|printerSettings\d*\.bin)$/i

/** The main part of each kind, as its list of contents calls it. */
export const officeParts = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
} as const

const acting = /macroenabled|macrosheet|vbaproject|vbadata|activex|oleobject|\.ms-office\.attached/i
/** Relationships that fetch or start something when the document is opened. */
const fetching = /\/(attachedTemplate|oleObject|control|vbaProject|package|subDocument|frame)$/i

const broken = 'This document is damaged. Save it again and upload that.'
const active =
  'This document contains macros, attached files or automatic links. Save it without them and upload that.'
const tooLarge = 'This document is too large when unpacked.'

class Refusal extends Error {}

const openZip = promisify<string, yauzl.Options, ZipFile>(yauzl.open)

/**
 * Why a DOCX or XLSX file is not taken, or undefined. Every part is unpacked, counted and dropped, so
 * that what the archive says of itself need not be believed.
 */
export async function refusalOfOffice(
  path: string,
  mediaType: keyof typeof officeParts,
): Promise<string | undefined> {
  try {
    await inspect(path, officeParts[mediaType])
    return undefined
  } catch (error) {
    return error instanceof Refusal ? error.message : broken
  }
}

async function inspect(path: string, mainType: string): Promise<void> {
  const zip = await openZip(path, { lazyEntries: true, autoClose: false, strictFileNames: true })
  try {
    if (zip.entryCount > limits.entries) throw new Refusal(tooLarge)
    // A comment has room for another file.
    if (zip.comment.length > 0) throw new Refusal(broken)
    const seen = new Set<string>()
    let total = 0
    for await (const entry of entriesOf(zip)) {
      const name = entry.fileName
      if (name.endsWith('/')) continue
      if (seen.has(name.toLowerCase())) throw new Refusal(broken)
      seen.add(name.toLowerCase())
      if (entry.isEncrypted()) throw new Refusal('Save the document without a password.')
      if (!partName.test(name)) throw new Refusal(active)
      const isRead =
        name === '[Content_Types].xml' || /\.rels$/i.test(name) || /externalLinks/i.test(name)
      total += entry.uncompressedSize
      const most = isRead ? limits.list : limits.part
      if (entry.uncompressedSize > most || total > limits.total) throw new Refusal(tooLarge)
      await (isRead ? judge(zip, entry, mainType) : drain(zip, entry))
    }
    if (!seen.has('[content_types].xml')) throw new Refusal(broken)
  } finally {
    zip.close()
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (let left = zip.entryCount; left > 0; left--)
    yield await new Promise<Entry>((resolve, reject) => {
      zip.once('entry', resolve)
      zip.once('error', reject)
      zip.readEntry()
    })
}

const streamOf = (zip: ZipFile, entry: Entry) =>
  promisify(zip.openReadStream.bind(zip) as (entry: Entry, callback: Opened) => void)(entry)
type Opened = (error: Error | null, stream: NodeJS.ReadableStream) => void

/** The library ends with an error where a part is longer or shorter than it was said to be. */
async function drain(zip: ZipFile, entry: Entry): Promise<void> {
  for await (const _ of await streamOf(zip, entry));
}

async function judge(zip: ZipFile, entry: Entry, mainType: string): Promise<void> {
  const xml = await text(await streamOf(zip, entry))
  // Another encoding, or entities of its own, would hide what follows.
  if (/\0|<!DOCTYPE|<!ENTITY/i.test(xml)) throw new Refusal(broken)
  const plain = unescaped(xml)
  if (/<(\w+:)?ddeLink\b/i.test(plain)) throw new Refusal(active)
  if (entry.fileName === '[Content_Types].xml') {
    if (acting.test(plain)) throw new Refusal(active)
    if (!plain.includes(`"${mainType}"`))
      throw new Refusal('The file’s content doesn’t match its name')
  }
  for (const [, type = ''] of plain.matchAll(/\bType\s*=\s*["']([^"']*)["']/g))
    if (fetching.test(type)) throw new Refusal(active)
}

/** Characters may be written by their number. */
const unescaped = (xml: string) =>
  xml.replaceAll(/&#(x[0-9a-f]{1,6}|\d{1,7});/gi, (_, code: string) => {
    const point = Number(code.toLowerCase().startsWith('x') ? `0${code}` : code)
    return point <= 0x10ffff ? String.fromCodePoint(point) : ''
  })
