import * as z from 'zod/mini'

const line = z.string().check(z.maxLength(1_000))
const fields = z.record(z.string().check(z.maxLength(40)), line)

/**
 * What a part holds: a text (numbers and dates too, as they were typed), a list of texts, named texts
 * (money, contact, a document's id and title), or the rows of a table.
 */
export const AnswerValue = z.union([
  z.string().check(z.maxLength(8_000)),
  z.array(line).check(z.maxLength(260)),
  fields,
  z.array(fields).check(z.maxLength(100)),
])
export type AnswerValue = z.infer<typeof AnswerValue>

/** An answer: its parts by name. A draft may hold half of one; submission needs it whole. */
export const Answer = z.record(z.string().check(z.maxLength(40)), AnswerValue)
export type Answer = z.infer<typeof Answer>

/** Answers by the id of their question. */
export const Answers = z.record(z.string().check(z.maxLength(10)), Answer)
export type Answers = z.infer<typeof Answers>
