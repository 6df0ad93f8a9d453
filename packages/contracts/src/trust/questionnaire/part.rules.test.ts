import { expect, test } from 'vitest'
import type { AnswerValue } from './answer.ts'
import type { Column, Part } from './form.ts'
import { partProblems } from './part.rules.ts'

const named = { name: 'part', label: 'Part' }
const options = [{ value: 'a', label: 'First' }]
const tableOf = (...columns: Column[]): Part => ({ ...named, type: 'table', columns })
const cell = { name: 'cell', label: 'Cell' }
const rows = (...cells: string[]) => cells.map((text) => ({ cell: text }))
const contact: Part = { ...named, type: 'contact', asks: ['name', 'email'] }

test.each<[Part, AnswerValue[]]>([
  [{ ...named, type: 'text' }, ['anything']],
  [{ ...named, type: 'yn' }, ['yes', 'no', ' yes ']],
  [{ ...named, type: 'select', options }, ['a']],
  [{ ...named, type: 'multi', options }, [['a'], []]],
  [{ ...named, type: 'country' }, ['NO']],
  [{ ...named, type: 'countries' }, [['NO', 'SG']]],
  [{ ...named, type: 'texts' }, [['x', 'y']]],
  // Of Apple Inc. and of Bloomberg Finance L.P., from GLEIF.
  [{ ...named, type: 'lei' }, ['HWUPKR0MPOU8FGXBT394', '5493001KJTIIGC8Y1R12']],
  [{ ...named, type: 'url' }, ['https://a.example', 'http://a.example/b']],
  [{ ...named, type: 'date' }, ['2024-02-29']],
  [{ ...named, type: 'number' }, ['0', '123456789012345.123456']],
  [{ ...named, type: 'percent' }, ['0', '100', '12.5']],
  [{ ...named, type: 'money' }, [{ amount: ' 1.5 ', currency: 'EUR ' }]],
  [{ ...named, type: 'file' }, [{ id: '1', title: 'Licence' }]],
  [contact, [{ name: 'Ana', email: 'ana@a.example' }]],
  [
    tableOf({ ...cell, type: 'percent', total: 100 }),
    [rows('60', '40'), rows('33.3', '33.3', '33.3')],
  ],
  [tableOf({ ...cell, type: 'select', options, optional: true }), [rows('a', ' ')]],
  [tableOf({ ...cell, type: 'country' }), [rows('NO')]],
  [tableOf({ ...cell, type: 'date' }), [rows('2024-02-29')]],
  [tableOf({ ...cell, type: 'number' }), [rows('12')]],
])('[TF-09] nothing is wrong with these: %j', (part, values) => {
  for (const value of values) expect(partProblems(part, value)).toEqual([])
})

test.each<[Part, AnswerValue, string]>([
  [{ ...named, type: 'yn' }, 'maybe', 'Choose yes or no'],
  [{ ...named, type: 'select', options }, 'b', 'Choose from the list'],
  [{ ...named, type: 'multi', options }, ['a', 'b'], 'b isn’t one of the options'],
  [{ ...named, type: 'country' }, 'XX', 'Choose a country from the list'],
  [{ ...named, type: 'countries' }, ['NO', 'XX'], 'XX isn’t one of the options'],
  [
    { ...named, type: 'lei' },
    'HWUPKR0MPOU8FGXBT395',
    'An LEI has 20 letters and digits; check for typos',
  ],
  [
    { ...named, type: 'lei' },
    'HWUPKR0MPOU8FGXBT39',
    'An LEI has 20 letters and digits; check for typos',
  ],
  ...['a.example', 'ftp://a.example', 'https://a b', 'see https://a.example'].map(
    (url): [Part, string, string] => [
      { ...named, type: 'url' },
      url,
      'Enter an address that starts with http:// or https://',
    ],
  ),
  [{ ...named, type: 'date' }, '2023-02-29', 'Enter a date as YYYY-MM-DD'],
  [{ ...named, type: 'date' }, '29.02.2024', 'Enter a date as YYYY-MM-DD'],
  [{ ...named, type: 'number' }, '1,5', 'Enter a number in digits, such as 12.5'],
  [{ ...named, type: 'number' }, '1234567890123456', 'Enter a number in digits, such as 12.5'],
  [{ ...named, type: 'percent' }, '100.1', 'Enter a share from 0 to 100'],
  [
    { ...named, type: 'money' },
    { amount: 'x', currency: 'EUR' },
    'Enter a number in digits, such as 12.5',
  ],
  [{ ...named, type: 'money' }, { amount: '1', currency: 'euro' }, 'Enter a currency such as EUR'],
  [{ ...named, type: 'file' }, { id: '1', title: ' ' }, 'Choose a document'],
  [contact, { name: ' ', email: 'ana@a.example' }, 'Still missing: Name'],
  [contact, { name: 'Ana', email: 'ana@example' }, 'The email address is incomplete'],
  [
    tableOf({ ...cell, type: 'percent', total: 100 }),
    rows('60', '39.8'),
    'Cell: the rows add up to 99.8, not 100',
  ],
  [
    tableOf({ ...cell, type: 'percent' }),
    rows('60', '101'),
    'Row 2, Cell: enter a share from 0 to 100',
  ],
  [tableOf({ ...cell, type: 'text' }), rows('x', ' '), 'Row 2, Cell: fill this in'],
  [tableOf({ ...cell, type: 'select', options }), rows('b'), 'Row 1, Cell: choose from the list'],
  [tableOf({ ...cell, type: 'country' }), rows('XX'), 'Row 1, Cell: choose a country'],
  [
    tableOf({ ...cell, type: 'date' }),
    rows('2023-02-29'),
    'Row 1, Cell: enter a date as yyyy-mm-dd',
  ],
  [
    tableOf({ ...cell, type: 'number' }),
    rows('x'),
    'Row 1, Cell: enter a number in digits, such as 12.5',
  ],
])('[TF-09] %j with %j: %s', (part, value, says) => {
  expect(partProblems(part, value)).toEqual([says])
})
