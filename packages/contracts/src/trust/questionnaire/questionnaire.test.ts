import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Answer,
  type Answers,
  type AnswerValue,
  diffOf,
  flagsOf,
  isAsked,
  isoCountries,
  type Part,
  problemsOf,
  progressOf,
  type Question,
  questionnaireForm,
  questions,
  sameAnswer,
  shapeProblems,
  standing,
  withoutBlanks,
} from '../index.ts'

const { sections } = questionnaireForm
const byId = (id: string): Question => {
  const found = questions.find((question) => question.id === id)
  if (!found) throw new Error(id)
  return found
}

const word = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,20}[a-z]$/)
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const oneOf = (options: readonly { value: string }[]) =>
  fc.constantFrom(...options.map(({ value }) => value))

/** A value that a careful person would give. */
function valid(part: Part): fc.Arbitrary<AnswerValue> {
  switch (part.type) {
    case 'yn':
      return fc.constantFrom('yes', 'no')
    case 'select':
      return oneOf(part.options)
    case 'multi':
      return fc.uniqueArray(oneOf(part.options), { minLength: 1 })
    case 'country':
      return fc.constantFrom(...isoCountries)
    case 'countries':
      return fc.uniqueArray(fc.constantFrom(...isoCountries), { minLength: 1, maxLength: 10 })
    case 'texts':
      return fc.array(word, { minLength: 1, maxLength: 3 })
    case 'date':
      return day
    case 'number':
      return fc.nat(1_000_000).map(String)
    case 'percent':
      return fc.integer({ min: 0, max: 100 }).map(String)
    case 'money':
      return fc.record({ amount: fc.nat(9_999).map(String), currency: fc.constant('EUR') })
    case 'lei':
      return fc.constantFrom('506700T7Z685VUOZL877', 'FICT00D3HLW864R5FJ88')
    case 'url':
      return fc.constant('https://aster.example/policy')
    case 'file':
      return fc.record({ id: fc.constant('doc_1'), title: word })
    case 'contact':
      return word.map((name) =>
        Object.fromEntries(part.asks.map((f) => [f, f === 'email' ? 'a@b.example' : name])),
      )
    case 'table':
      return fc.array(
        fc.record(
          Object.fromEntries(
            part.columns.map((column) => [
              column.name,
              column.type === 'select'
                ? oneOf(column.options ?? [])
                : column.type === 'country'
                  ? fc.constantFrom(...isoCountries)
                  : column.type === 'date'
                    ? day
                    : column.type === 'number' || column.type === 'percent'
                      ? fc.constant(String(column.total ?? 7))
                      : word,
            ]),
          ),
        ),
        part.columns.some(({ total }) => total)
          ? { minLength: 1, maxLength: 1 }
          : { minLength: 1, maxLength: 4 },
      )
    default:
      return word
  }
}

const answerTo = (question: Question): fc.Arbitrary<Answer> =>
  fc.record(Object.fromEntries(question.parts.map((part) => [part.name, valid(part)])))

const anyAnswers: fc.Arbitrary<Answers> = fc
  .record(
    Object.fromEntries(
      questions.map((question) => [question.id, fc.option(answerTo(question), { nil: undefined })]),
    ),
  )
  .map((all) =>
    Object.fromEntries(Object.entries(all).flatMap(([id, one]) => (one ? [[id, one]] : []))),
  )

test('[TF-09] the questionnaire has 60 questions in eight sections, and a declaration', () => {
  expect(sections.map(({ id }) => id).join('')).toBe('ABCDEFGHI')
  expect(sections.map((section) => section.questions.length)).toEqual([10, 6, 8, 8, 7, 7, 10, 4, 0])
  expect(new Set(questions.map(({ id }) => id)).size).toBe(60)
  for (const { id, parts, flags = [] } of questions) {
    const names = parts.map(({ name }) => name)
    expect(new Set(names).size, id).toBe(names.length)
    for (const rule of flags) expect(names, id).toContain(rule.part)
    for (const { when } of parts) if (when) expect(names, id).toContain(when.part)
  }
  const kinds = new Set(questions.flatMap(({ parts }) => parts.map(({ type }) => type)))
  for (const type of 'text longtext texts yn select multi country countries date number money percent table file contact lei'.split(
    ' ',
  ))
    expect([...kinds]).toContain(type)
})

test('[TF-09] every careful answer has the right shape and is complete', () => {
  for (const question of questions)
    fc.assert(
      fc.property(answerTo(question), (answer) => {
        expect(shapeProblems(question, answer)).toEqual([])
        expect(problemsOf(question, answer)).toEqual([])
        expect(standing(question, answer)).toBe('complete')
      }),
      { numRuns: 20 },
    )
})

test('[TF-09] without any one part that is asked for, a required answer is not complete', () => {
  for (const question of questions.filter(({ required }) => required))
    fc.assert(
      fc.property(answerTo(question), fc.nat(), (answer, n) => {
        const asked = question.parts.filter((part) => !part.optional && isAsked(part, answer))
        const lost = asked[n % asked.length]
        if (!lost) return
        const { [lost.name]: _, ...rest } = answer
        expect(standing(question, rest), `${question.id} without ${lost.name}`).not.toBe('complete')
        expect(problemsOf(question, rest).map(({ part }) => part)).toContain(lost.name)
      }),
      { numRuns: 20 },
    )
})

test.each([
  ['A5', { lei: '5493004YBI24IF4TIP92' }, 'lei'],
  ['A5', { lei: 'short' }, 'lei'],
  ['A4', { date: '2024-02-30', country: 'SG', number: '1' }, 'date'],
  ['A4', { date: '2024-02-29', country: 'XX', number: '1' }, 'country'],
  ['E4', { share: '101' }, 'share'],
  ['E4', { share: '-1' }, 'share'],
  ['D8', { years: 'five' }, 'years'],
  ['E2', { amount: { amount: '10', currency: 'euro' } }, 'amount'],
  ['C1', { services: ['custody', 'gambling'] }, 'services'],
  [
    'D2',
    { officer: { name: 'A', role: 'B', email: 'nowhere', phone: '1' }, reports: 'x' },
    'officer',
  ],
  [
    'C2',
    {
      customers: [
        { kind: 'retail', share: '60' },
        { kind: 'corporate', share: '30' },
      ],
    },
    'customers',
  ],
  ['A7', { owners: [{ name: 'A', share: '12', country: '' }] }, 'owners'],
  ['C7', { answer: 'yes' }, 'comment'],
] as const)('[TF-09] %s with a fault says so: %j', (id, answer, part) => {
  expect(problemsOf(byId(id), answer as Answer).map((one) => one.part)).toContain(part)
})

test.each([
  ['A1', { nonsense: 'x' }],
  ['A1', { name: ['x'] }],
  ['A2', { names: 'x' }],
  ['A7', { owners: [{ other: 'x' }] }],
  ['A7', { owners: ['x'] }],
  ['D2', { officer: { hours: '9–5' } }],
  ['C8', { value: { amount: '1', rate: '2' } }],
])('[TF-09] %s does not take %j at all', (id, answer) => {
  expect(shapeProblems(byId(id), answer as Answer)).toHaveLength(1)
})

test.each([
  ['A5', { status: 'lapsed' }, true],
  ['A5', { status: 'issued' }, false],
  ['A7', { owners: [{ country: 'SG' }, { country: 'KP' }] }, true],
  ['A7', { owners: [{ country: 'SG' }] }, false],
  ['A9', { answer: 'yes' }, true],
  ['B2', { held: 'no' }, true],
  ['B4', { answer: 'no' }, true],
  ['B4', { answer: 'partly' }, false],
  ['B5', { answer: 'yes' }, true],
  ['C5', { answer: 'yes' }, true],
  ['C6', { answer: 'no' }, true],
  ['D1', { answer: 'no' }, true],
  ['D8', { years: '4' }, true],
  ['D8', { years: '5' }, false],
  ['E1', { answer: 'no' }, true],
  ['E4', { share: '25' }, false],
  ['E4', { share: '25.5' }, true],
  ['F1', { lists: ['eu', 'uk'] }, true],
  ['F1', { lists: ['un'] }, false],
  ['F2', { answer: 'no' }, true],
  ['G6', { answer: 'credited' }, true],
  ['G6', { answer: 'credited_then_asked_for' }, false],
  ['H1', { answer: 'no' }, true],
  ['H4', { answer: 'yes' }, true],
])('[TF-09] flag of %s with %j: %s', (id, answer, raised) => {
  const flags = flagsOf(sections, { [id]: answer as Answer })
  expect(flags.map(({ question }) => question)).toEqual(raised ? [id] : [])
})

test('[TF-09] the difference of two versions, applied to the first, gives the second', () => {
  fc.assert(
    fc.property(anyAnswers, anyAnswers, (before, after) => {
      const rebuilt: Record<string, Answer> = { ...before }
      for (const { question, kind, after: value } of diffOf(sections, before, after)) {
        if (kind === 'removed') delete rebuilt[question]
        else if (value) rebuilt[question] = value
      }
      for (const { id } of questions)
        expect(sameAnswer(rebuilt[id] ?? {}, after[id] ?? {}), id).toBe(true)
      expect(diffOf(sections, after, after)).toEqual([])
      const kinds = diffOf(sections, before, after).map((change) => [
        change.kind !== 'added',
        change.before !== undefined,
      ])
      for (const [had, shown] of kinds) expect(shown).toBe(had)
    }),
    { numRuns: 60 },
  )
})

test('[TF-09] progress counts what is complete, and leaves open what submission needs', () => {
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      const progress = progressOf(questions, answers)
      expect(progress.total).toBe(60)
      const answered = Object.keys(answers).length
      expect(progress.complete).toBe(answered)
      expect(progress.open.length).toBe(progress.required - progress.requiredComplete)
    }),
    { numRuns: 40 },
  )
  expect(
    progressOf(questions, { E2: { amount: { amount: 'ten', currency: 'EUR' } } }).open,
  ).toContain('E2')
  expect(withoutBlanks({ a: ' ', b: [''], c: { d: '' }, e: [{}] })).toEqual({})
})

test.each([
  ['A5', { lei: '5493004YBI24IF4TIP92' }, 'An LEI has 20 letters and digits; check for typos'],
  ['A4', { date: '', country: 'SG', number: '1' }, 'Enter a date'],
  ['A4', { date: '2024-02-29', country: '', number: '1' }, 'Choose a country'],
  ['A4', { date: '2024-02-29', country: 'SG', number: '' }, 'Fill this in'],
  ['E4', { share: '101' }, 'Enter a share from 0 to 100'],
  ['A7', {}, 'Add at least one row'],
  ['B4', {}, 'Choose one'],
])('[TF-09] %s with %j says what to do', (id, answer, says) => {
  expect(problemsOf(byId(id), answer as Answer).map((one) => one.says)).toContain(says)
})
