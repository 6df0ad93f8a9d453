import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFParser,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib'

/** Names in a PDF that act when it is opened, or that hide a file in it. */
const activeNames: ReadonlySet<string> = new Set([
  ...['JavaScript', 'JS', 'Launch', 'ImportData', 'RichMedia', 'XFA'],
  ...['EmbeddedFile', 'EmbeddedFiles', 'GoToE'],
])

/** Looked for in bytes that no parser says are objects; short names would be found by chance. */
const activeWords = [...activeNames].filter(({ length }) => length > 5).map((name) => `/${name}`)

/** A letter of a name may be written as `#` and two hexadecimal digits. */
const unescaped = (text: string) =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )

const hasActiveWord = (bytes: Uint8Array) => {
  const text = unescaped(Buffer.from(bytes).toString('latin1'))
  return activeWords.some((word) => text.includes(word))
}

/**
 * Why a PDF is not taken, or undefined. The parser reads every object of the file, also those of older
 * revisions and those in compressed streams; the bytes themselves are searched too, because a reader
 * may find objects at places where the parser sees none.
 */
export async function refusalOfPdf(bytes: Uint8Array): Promise<string | undefined> {
  const active =
    'This PDF contains scripts or attached files. Print it to a new PDF and upload that.'
  if (hasActiveWord(bytes)) return active
  const isProtected = unescaped(Buffer.from(bytes).toString('latin1')).includes('/Encrypt')
  let context: PDFContext
  try {
    context = await (isProtected ? opened(bytes) : parsed(bytes))
  } catch {
    return isProtected
      ? 'This PDF is password-protected. Save it without a password and upload that.'
      : 'This PDF can’t be read. Print it to a new PDF and upload that.'
  }
  const objects = [
    ...context.enumerateIndirectObjects().map(([, object]) => object),
    ...[context.trailerInfo.Root, context.trailerInfo.Info].flatMap((one) => one ?? []),
  ]
  return objects.some((object) => isActive(object)) ? active : undefined
}

const parsed = (bytes: Uint8Array) =>
  PDFParser.forBytesWithOptions(bytes, Number.POSITIVE_INFINITY, true).parseDocument()

/** One that anybody may open, but not change. */
const opened = async (bytes: Uint8Array) => {
  const options = { password: '', throwOnInvalidObject: true, updateMetadata: false }
  return (await PDFDocument.load(bytes, options)).context
}

function isActive(object: PDFObject): boolean {
  if (object instanceof PDFName) return activeNames.has(object.decodeText())
  if (object instanceof PDFArray) return object.asArray().some(isActive)
  if (object instanceof PDFStream) return isActive(object.dict) || hidesObjects(object)
  if (!(object instanceof PDFDict)) return false
  return object.entries().some(([name, value]) => isActive(name) || isActive(value))
}

/** Whether a stream that looks like one of objects, whatever it calls itself, holds an active one. */
function hidesObjects(stream: PDFStream): boolean {
  if (!(stream instanceof PDFRawStream) || !stream.dict.has(PDFName.of('First'))) return false
  return hasActiveWord(decodePDFRawStream(stream).decode())
}
