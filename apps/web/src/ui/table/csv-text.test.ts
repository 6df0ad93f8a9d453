import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, offsetTime } from './csv-text.ts'

test.each([
  [['a', 1, true, null, undefined], 'a,1,true,,'],
  [['a,b', 'c"d', 'e\nf', 'g\r\nh'], '"a,b","c""d","e\nf","g\r\nh"'],
  [[' left', 'right '], '" left","right "'],
  [['=1+1', '+1', '-1', '@a', '\ta'], `'=1+1,'+1,'-1,'@a,'\ta`],
  [['＝1', '  =1', '\r=1'], `'＝1,'  =1,"'\r=1"`],
  [[-1, 1.5, 'a=b', 'a-b'], '-1,1.5,a=b,a-b'],
  [['=HYPERLINK("http://x")'], `"'=HYPERLINK(""http://x"")"`],
])('[T10] %j is one line of RFC 4180, and no formula', (cells, line) => {
  expect(csvLine(cells, 'UTC')).toBe(`${line}\r\n`)
})

test.each([
  ['UTC', '2026-07-01T12:00:00Z'],
  ['Europe/Vilnius', '2026-07-01T15:00:00+03:00'],
  ['Asia/Kathmandu', '2026-07-01T17:45:00+05:45'],
  ['America/New_York', '2026-07-01T08:00:00-04:00'],
])('[UI-01] a date in %s is %s', (timeZone, text) => {
  expect(offsetTime(new Date('2026-07-01T12:00:00Z'), timeZone)).toBe(text)
})

test('[UI-01] a date that is none is empty, and every other keeps its second', () => {
  expect(csvLine([new Date('never')], 'UTC')).toBe('\r\n')
  const zones = fc.constantFrom('UTC', 'Asia/Tokyo', 'America/St_Johns', 'Europe/Berlin')
  const range = { min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }
  fc.assert(
    fc.property(fc.date(range), zones, (date, zone) => {
      const whole = Math.floor(date.getTime() / 1000) * 1000
      expect(new Date(offsetTime(date, zone)).getTime()).toBe(whole)
    }),
  )
})

/** The cells of a line, read by RFC 4180 alone. */
function cellsOf(line: string): string[] {
  const cells: string[] = []
  for (const [, quoted, plain = ''] of line
    .slice(0, -2)
    .matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g))
    cells.push(quoted?.replaceAll('""', '"') ?? plain)
  return cells
}

test('[T10] whatever texts come, as many cells come back, and none begins a formula', () => {
  const cell = fc.string({
    unit: fc.constantFrom('"', ',', '\n', '\r', '=', '+', '-', '@', 'a', ' '),
  })
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (cells) => {
      const back = cellsOf(csvLine(cells, 'UTC'))
      expect(back.map((text) => text.replace(/^'/, ''))).toEqual(cells)
      for (const text of back) expect(text.trimStart()).not.toMatch(/^[=+\-@]/)
    }),
  )
})
