import { crc32, deflateRawSync } from 'node:zlib'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** A zip archive of these parts; `claimed` is what it says of a part's size where that is not true. */
export function zipOf(
  parts: Readonly<Record<string, string | Buffer>>,
  claimed: Readonly<Record<string, number>> = {},
): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(bytes), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(claimed[name] ?? bytes.length, 18)
    head.writeUInt16LE(name.length, 22)
    files.push(Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), head, rest, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Object.keys(parts).length, 4)
  end.writeUInt16LE(Object.keys(parts).length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...files, ...directory, Buffer.from('PK\x05\x06'), end])
}

const override = (part: string, type: string) =>
  `<Override PartName="/${part}" ContentType="${type}"/>`

const types = (...overrides: string[]) =>
  `<?xml version="1.0"?><Types>${overrides.join('')}</Types>`

const relations = (type: string, target = 'x') =>
  `<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/></Relationships>`

/** A workbook with some of its parts replaced or added. */
export const workbook = (
  parts: Readonly<Record<string, string | Buffer>> = {},
  claimed: Readonly<Record<string, number>> = {},
) =>
  zipOf(
    Object.assign(
      {
        '[Content_Types].xml': types(override('xl/workbook.xml', `${xlsxType}.main+xml`)),
        '_rels/.rels': relations('hyperlink', 'https://example.com/'),
        'xl/workbook.xml': '<workbook/>',
      },
      parts,
    ),
    claimed,
  )

const withType = (type: string) => ({
  '[Content_Types].xml': types(
    override('xl/workbook.xml', `${xlsxType}.main+xml`),
    override('xl/part.xml', type),
  ),
})

/** Workbooks that must not be taken, by what is wrong with them. */
export const badWorkbooks: readonly (readonly [string, Buffer])[] = [
  ['a macro', workbook({ 'xl/vbaProject.bin': 'x' })],
  ['a macro under another name', workbook(withType('application/vnd.ms-office.vbaProject'))],
  ['a macro spelt otherwise', workbook(withType('application/vnd.ms-office.vba&#x50;roject'))],
  ['a macro sheet', workbook(withType('application/vnd.ms-excel.macrosheet+xml'))],
  [
    'a macro-enabled main part',
    workbook({
      '[Content_Types].xml': types(
        override('xl/workbook.xml', 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'),
      ),
    }),
  ],
  ['an attached object', workbook({ 'xl/embeddings/oleObject1.bin': 'x' })],
  ['a program', workbook({ 'xl/media/run.exe': 'MZ' })],
  ['a template from elsewhere', workbook({ '_rels/.rels': relations('attachedTemplate') })],
  ['a link to a program', workbook({ 'xl/externalLinks/externalLink1.xml': '<ddeLink/>' })],
  ['another encoding', workbook({ '_rels/.rels': Buffer.from('<a/>', 'utf16le') })],
  ['entities', workbook({ '_rels/.rels': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' })],
  ['the same part twice', workbook({ 'XL/workbook.xml': '<workbook/>' })],
  ['no list of its contents', zipOf({ 'xl/workbook.xml': '<workbook/>' })],
  ['a name outside', workbook({ '../x.xml': 'x' })],
  ['300 MB in a few kilobytes', workbook({ 'xl/a.xml': Buffer.alloc(150 * 2 ** 20) })],
  ['a size that is not true', workbook({ 'xl/a.xml': 'x'.repeat(5000) }, { 'xl/a.xml': 10 })],
]
