import { expect, test } from 'vitest'
import type { AnswerValue } from './answer.ts'
import type { Part } from './form.ts'
import { partText } from './part-text.rules.ts'

const options = [
  { value: 'a', label: 'First' },
  { value: 'b', label: 'Second' },
]
const named = { name: 'part', label: 'Part' }
const table: Part = {
  ...named,
  type: 'table',
  columns: [
    { name: 'who', label: 'Who', type: 'text' },
    { name: 'where', label: 'Where', type: 'country' },
    { name: 'share', label: 'Share', type: 'percent' },
    { name: 'kind', label: 'Kind', type: 'select', options },
  ],
}

test.each<[Part, AnswerValue | undefined, string]>([
  [{ ...named, type: 'text' }, undefined, ''],
  [{ ...named, type: 'text' }, 'Words', 'Words'],
  [{ ...named, type: 'number', unit: 'years' }, '5', '5 years'],
  [{ ...named, type: 'yn' }, 'yes', 'Yes'],
  [{ ...named, type: 'yn' }, 'no', 'No'],
  [{ ...named, type: 'select', options }, 'b', 'Second'],
  [{ ...named, type: 'select', options }, 'gone', 'gone'],
  [{ ...named, type: 'country' }, 'SG', 'Singapore'],
  [{ ...named, type: 'percent' }, '25', '25%'],
  [{ ...named, type: 'money' }, { amount: '100', currency: 'EUR' }, '100 EUR'],
  [{ ...named, type: 'money' }, { amount: '100' }, '100'],
  [{ ...named, type: 'file' }, { id: 'd', title: 'Licence' }, 'Licence'],
  [{ ...named, type: 'file' }, { id: 'd' }, ''],
  [
    { ...named, type: 'contact', asks: ['name', 'email'] },
    { name: 'Ana', phone: '1' },
    'Name: Ana\nEmail: –',
  ],
  [{ ...named, type: 'text' }, { name: 'Ana' }, ''],
  [
    table,
    [
      { who: 'Ana', where: 'NO', share: '60', kind: 'a' },
      { who: 'Bo', where: '', share: '', kind: 'z' },
    ],
    'Ana · Norway · 60% · First\nBo · – · – · z',
  ],
  [{ ...named, type: 'multi', options }, ['b', 'a'], 'Second, First'],
  [{ ...named, type: 'countries' }, ['SG', 'NO'], 'Singapore, Norway'],
  [{ ...named, type: 'texts' }, ['One', 'Two'], 'One\nTwo'],
])('[TF-09] the part %j with %j reads %j', (part, value, text) => {
  expect(partText(part, value)).toBe(text)
})
