import type { Answer, Answers, AnswerValue } from './answer.ts'
import type { FlagRule, Part, Question, Section } from './form.ts'
import { partProblems } from './part.rules.ts'

/** What keeps an answer from being complete: where, and what to do. */
export type Problem = { readonly part: string; readonly says: string }

const blank = (value: AnswerValue): boolean => {
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.every(blank)
  return Object.values(value).every(blank)
}

/** The answer without parts that say nothing, so that an emptied answer equals one never given. */
export const withoutBlanks = (answer: Answer): Answer =>
  Object.fromEntries(Object.entries(answer).filter(([, value]) => !blank(value)))

/** True when a part is asked for, given the others. */
export function isAsked({ when }: Part, answer: Answer): boolean {
  if (!when) return true
  const value = answer[when.part]
  return typeof value === 'string' && when.is.includes(value)
}

/** Everything that keeps an answer from being complete, in the order of its parts. */
export function problemsOf(question: Question, answer: Answer): Problem[] {
  const given = withoutBlanks(answer)
  return question.parts
    .filter((part) => isAsked(part, given))
    .flatMap((part) => {
      const value = given[part.name]
      if (value !== undefined)
        return partProblems(part, value).map((says) => ({ part: part.name, says }))
      if (part.optional || !question.required) return []
      return [{ part: part.name, says: missing[part.type] ?? 'Fill this in' }]
    })
}

const missing: { readonly [type: string]: string } = {
  yn: 'Choose yes or no',
  select: 'Choose one',
  multi: 'Choose at least one',
  country: 'Choose a country',
  countries: 'Choose at least one country',
  table: 'Add at least one row',
  file: 'Choose a document',
  date: 'Enter a date',
}

/** How far an answer is: nothing said, something missing or wrong, or done. */
export function standing(question: Question, answer: Answer | undefined) {
  if (!answer || Object.keys(withoutBlanks(answer)).length === 0) return 'empty' as const
  return problemsOf(question, answer).length > 0 ? ('incomplete' as const) : ('complete' as const)
}

/** How far a section, or the whole, is. */
export type Progress = {
  readonly total: number
  readonly complete: number
  readonly required: number
  readonly requiredComplete: number
  /** Questions that keep a version from being submitted: required ones, and begun ones with faults. */
  readonly open: readonly string[]
}

/** How many of these questions are answered, and which keep the version from being submitted. */
export function progressOf(questions: readonly Question[], answers: Answers): Progress {
  const all = questions.map((question) => ({
    question,
    standing: standing(question, answers[question.id]),
  }))
  const required = all.filter(({ question }) => question.required)
  const done = (some: typeof all) => some.filter((one) => one.standing === 'complete').length
  return {
    total: all.length,
    complete: done(all),
    required: required.length,
    requiredComplete: done(required),
    open: all
      .filter(({ question, standing: now }) =>
        question.required ? now !== 'complete' : now === 'incomplete',
      )
      .map(({ question }) => question.id),
  }
}

/** An answer that deserves a second look, and why. */
export type Flag = { readonly question: string; readonly says: string }

/** The flags that these answers raise, in the order of the questions. */
export const flagsOf = (sections: readonly Section[], answers: Answers): Flag[] =>
  sections.flatMap(({ questions }) =>
    questions.flatMap((question) => {
      const answer = answers[question.id]
      if (!answer) return []
      return (question.flags ?? [])
        .filter((rule) => raises(rule, answer[rule.part]))
        .map(({ says }) => ({ question: question.id, says }))
    }),
  )

function raises(rule: FlagRule, value: AnswerValue | undefined): boolean {
  if (value === undefined || blank(value)) return false
  if ('is' in rule) return typeof value === 'string' && rule.is.includes(value)
  if ('lacks' in rule) return Array.isArray(value) && !value.some((one) => one === rule.lacks)
  if ('above' in rule) return typeof value === 'string' && Number(value) > rule.above
  if ('below' in rule) return typeof value === 'string' && Number(value) < rule.below
  if (!Array.isArray(value)) return false
  return value.some((row) => typeof row !== 'string' && rule.in.includes(row[rule.column] ?? ''))
}

/** What became of one answer between two versions. */
export type Change = {
  readonly question: string
  readonly kind: 'added' | 'changed' | 'removed'
  readonly before?: Answer
  readonly after?: Answer
}

/** What differs between two versions, in the order of the questions. */
export const diffOf = (sections: readonly Section[], before: Answers, after: Answers): Change[] =>
  sections.flatMap(({ questions }) =>
    questions.flatMap(({ id }): Change[] => {
      const [a, b] = [withoutBlanks(before[id] ?? {}), withoutBlanks(after[id] ?? {})]
      if (sameAnswer(a, b)) return []
      if (Object.keys(a).length === 0) return [{ question: id, kind: 'added', after: b }]
      if (Object.keys(b).length === 0) return [{ question: id, kind: 'removed', before: a }]
      return [{ question: id, kind: 'changed', before: a, after: b }]
    }),
  )

/** True when two answers say the same, whatever the order of their keys. */
export const sameAnswer = (a: Answer, b: Answer): boolean =>
  canonical(withoutBlanks(a)) === canonical(withoutBlanks(b))

function canonical(value: Answer | AnswerValue): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const members: [string, AnswerValue][] = Object.entries(value)
  return `{${members
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
    .join(',')}}`
}

/** The documents that an answer names, by the part that names them. */
export const filesOf = (question: Question, answer: Answer): { part: string; id: string }[] =>
  question.parts.flatMap(({ name, type }) => {
    const value = answer[name]
    if (type !== 'file' || typeof value !== 'object' || Array.isArray(value)) return []
    return value.id ? [{ part: name, id: value.id }] : []
  })
