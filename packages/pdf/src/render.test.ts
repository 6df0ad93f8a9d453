import { createHash } from 'node:crypto'
import type { PdfBlock, PdfIssue } from '@countersign/contracts/report'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { pagesByPoppler, structureByPoppler } from './poppler.fixture.ts'
import { checkWithQpdf } from './qpdf.fixture.ts'
import { renderPdf } from './render.ts'
import { createPdfRenderer } from './renderer.ts'

const issueOf = (blocks: PdfBlock[], more: Partial<PdfIssue> = {}): PdfIssue => ({
  model: { title: 'Transfer certificate', owner: 'Acme Payments', blocks },
  id: 'transfer.0199c0de-0000-7000-8000-000000000001',
  issuedAt: new Date('2026-11-24T03:00:00Z'),
  verification: { url: 'https://desk.example/verify#K7QF', code: 'K7QF' },
  ...more,
})
const facts = (...values: string[]): PdfBlock => ({
  type: 'facts',
  rows: values.map((value, n) => [`Fact ${n}`, value] as const),
})

async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)))
  return text.map((page) => page.normalize('NFKC').replaceAll(/\s+/g, ' '))
}
const textOf = async (bytes: Uint8Array) => (await pagesOf(bytes)).join(' ')

test('[BI-04] text comes out in the order in which it is read, with its page numbers', async () => {
  const rows = Array.from({ length: 80 }, (_, n) => [`step ${n}`, 'Ana decided'])
  const { bytes } = await renderPdf(
    issueOf([
      { type: 'heading', text: 'History' },
      { type: 'table', columns: ['State', 'By'], rows },
      { type: 'text', text: 'The end' },
    ]),
  )
  const byPoppler = pagesByPoppler(bytes)?.map((page) => page.replaceAll(/\s+/g, ' '))
  for (const pages of [await pagesOf(bytes), ...(byPoppler ? [byPoppler] : [])]) {
    expect(pages.length).toBeGreaterThan(1)
    const text = pages.join(' ')
    const places = ['History', 'step 0 ', 'step 79', 'The end', 'Check this document'].map((one) =>
      text.indexOf(one),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
    for (const [n, page] of pages.entries()) {
      expect(page).toContain(`Page ${n + 1} of ${pages.length}`)
      // The head of the table stands on each page that it goes on to.
      if (page.includes('step')) expect(page).toMatch(/State .*By/)
    }
  }
})

test.each([
  ['Latin', 'Grüße aus Łódź'],
  ['Greek', 'Ελλάδα'],
  ['Cyrillic', 'Москва'],
  ['Japanese', '山田太郎'],
  ['Korean', '홍길동'],
  ['Chinese', '李小龙'],
  ['Arabic', 'محمد بن سلمان'],
  ['Hebrew', 'שלום עולם'],
])('[BI-04] a name in %s is printed and can be copied', async (_, name) => {
  const { bytes, missing } = await renderPdf(issueOf([facts(name)]))
  expect(missing).toEqual([])
  // What is read from right to left comes out of this reader word by word, in either order.
  const text = await textOf(bytes)
  for (const word of name.split(' ')) {
    const turned = [...word].reverse().join('')
    expect(text.includes(word) || text.includes(turned)).toBe(true)
    expect(pagesByPoppler(bytes)?.join(' ').normalize('NFKC') ?? word).toContain(word)
  }
})

test('[BI-04] a character without a glyph is named by its code, never another letter', async () => {
  const { bytes, missing } = await renderPdf(issueOf([facts('smile \u{1f600}')]))
  expect(missing).toEqual(['\u{1f600}'])
  const text = await textOf(bytes)
  expect(text).toContain('smile [U+1F600]')
})

test('[BI-04] what moves or hides text is left out, and long words are cut', async () => {
  const { bytes } = await renderPdf(
    issueOf([facts('safe\u202egnp.exe', `\u0000\u0007bell`, 'x'.repeat(10_000), '')]),
  )
  const text = await textOf(bytes)
  expect(text).toContain('safegnp.exe')
  expect(text).toContain('bell')
  expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(10_000)
})

test('[BI-04] the same issue has the same bytes, another reader another file', async () => {
  const hashOf = async (issue: PdfIssue) =>
    createHash('sha256')
      .update((await renderPdf(issue)).bytes)
      .digest('hex')
  const watermark = 'Prepared for ana@acme.example'
  const first = await hashOf(issueOf([facts('BTC')], { watermark }))
  // What the thread keeps of fonts knows nothing of other documents: these share glyphs, and mean other characters.
  await renderPdf(issueOf([facts('\u00a0\u2206\u2126\u00b5\u2010', 'Ωμέγα Δ', 'مرحبا')]))
  await renderPdf(issueOf([facts('B\u00a0T\u2010C')]))
  expect(await hashOf(issueOf([facts('BTC')], { watermark }))).toBe(first)
  expect(
    await hashOf(issueOf([facts('BTC')], { watermark: 'Prepared for bo@x.example' })),
  ).not.toBe(first)
})

test('[BI-04] it is tagged: a title, a language and a structure', async () => {
  const { bytes } = await renderPdf(issueOf([facts('BTC')]))
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const tree = JSON.stringify(await (await document.getPage(1)).getStructTree())
  for (const role of ['H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'Figure'])
    expect(tree).toContain(`"${role}"`)
  const structure = structureByPoppler(bytes)
  if (structure !== null) {
    const order = ['H1', 'Table', 'TR', 'TH', 'TD', 'Figure'].map((tag) =>
      structure.search(`\\b${tag}\\b`),
    )
    expect(order).not.toContain(-1)
    expect(structure).toContain('"BTC"')
  }
  const { info } = await document.getMetadata()
  expect(info).toMatchObject({ Title: 'Transfer certificate', Language: 'en' })
})

const renderers: { stop(): Promise<void> }[] = []
afterAll(() => Promise.all(renderers.map((one) => one.stop())))
function renderer(options?: Parameters<typeof createPdfRenderer>[0]) {
  const made = createPdfRenderer(options)
  renderers.push(made)
  return made
}

test('[BI-04] a thread renders it, and refuses what it cannot take on', async () => {
  const { render } = renderer({ threads: 1, maxWaiting: 1 })
  const issue = issueOf([facts('BTC')])
  expect(await render(issue)).toMatchObject({ missing: [] })
  const results = await Promise.all([render(issue), render(issue), render(issue), render(issue)])
  expect(results).toContain('busy')
  expect(results.filter((one) => one !== 'busy').length).toBeGreaterThan(0)
})

test('[BI-04] one that takes too long is ended, and the next is made', async () => {
  const { render } = renderer({ threads: 1, timeoutMs: 6_000 })
  const endless = facts(...Array.from({ length: 6_000 }, () => 'word '.repeat(400)))
  expect(await render(issueOf([endless]))).toBe('too-slow')
  expect(await render(issueOf([facts('BTC')]))).toMatchObject({ missing: [] })
})

test('[BI-04] qpdf finds nothing wrong with it', async () => {
  const rows = Array.from({ length: 120 }, (_, n) => [`step ${n}`, 'Ana • Łódź • 山田'])
  const { bytes } = await renderPdf(
    issueOf([{ type: 'table', columns: ['State', 'By'], rows }], { watermark: 'Prepared for ana' }),
  )
  expect(await checkWithQpdf(bytes)).toBe(0)
  const cut = Buffer.concat([bytes.subarray(0, 2_000), bytes.subarray(2_400)])
  expect(await checkWithQpdf(cut), 'the check can fail').not.toBe(0)
})

test('[BI-04] a name is written across a PDF that is not ours, and nothing in it changes', async () => {
  const { mark } = renderer({ threads: 1 })
  const rows = Array.from({ length: 80 }, (_, n) => [`step ${n}`, 'Łódź • 山田'])
  const { bytes } = await renderPdf(issueOf([{ type: 'table', columns: ['State', 'By'], rows }]))
  const made = await mark({ bytes, text: 'Prepared for Łucja 山田' })
  if (!(made instanceof Uint8Array)) throw new Error(`Not marked: ${made}`)
  expect(await checkWithQpdf(made)).toBe(0)
  const [before, after] = [await pagesOf(bytes), await pagesOf(made)]
  expect(before.length).toBeGreaterThan(1)
  expect(after).toEqual(before.map((page) => expect.stringContaining(page)))
  for (const page of after) expect(page).toContain('Prepared for Łucja 山田')
  for (const broken of [Buffer.from('%PDF-1.7 nothing'), bytes.subarray(0, 900)])
    expect(await mark({ bytes: broken, text: 'Prepared for ana' })).toBeNull()
})
