/** One choice of a select or multi part, or of a column. */
export type Option = { readonly value: string; readonly label: string }

/** One column of a table answer. Every cell is a text on the wire. */
export type Column = {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'country' | 'date' | 'percent' | 'number' | 'select'
  readonly options?: readonly Option[]
  readonly optional?: true
  /** What the cells of all rows must add up to. */
  readonly total?: number
}

/** What a contact may be asked for. */
export type ContactField = 'name' | 'role' | 'email' | 'phone' | 'hours' | 'timeZone'

type Kind =
  | {
      readonly type:
        | 'text'
        | 'longtext'
        | 'texts'
        | 'yn'
        | 'country'
        | 'countries'
        | 'date'
        | 'number'
        | 'money'
        | 'percent'
        | 'file'
        | 'lei'
        | 'url'
    }
  | { readonly type: 'select' | 'multi'; readonly options: readonly Option[] }
  | { readonly type: 'table'; readonly columns: readonly Column[] }
  | { readonly type: 'contact'; readonly asks: readonly ContactField[] }

/** One field of an answer; a question has one or several. */
export type Part = Kind & {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** May stay empty even where the question must be answered. */
  readonly optional?: true
  /** Asked only while another part has one of these values. */
  readonly when?: { readonly part: string; readonly is: readonly string[] }
  /** What a number counts, such as `years`. */
  readonly unit?: string
}

/** When an answer deserves a second look. The sentence is what the reviewer reads. */
export type FlagRule = { readonly part: string; readonly says: string } & (
  | { readonly is: readonly string[] }
  | { readonly lacks: string }
  | { readonly above: number }
  | { readonly below: number }
  | { readonly column: string; readonly in: readonly string[] }
)

/** One question. `id` stays for good: answers of all versions are kept under it. */
export type Question = {
  readonly id: string
  readonly text: string
  readonly help?: string
  readonly required: boolean
  readonly parts: readonly Part[]
  readonly flags?: readonly FlagRule[]
}

/** A lettered part of the questionnaire. */
export type Section = {
  readonly id: SectionId
  readonly title: string
  readonly about: string
  readonly questions: readonly Question[]
}

/** The sections; `I` is the declaration, given when a version is submitted. */
export const sectionIds = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'] as const
export type SectionId = (typeof sectionIds)[number]

type More = Omit<Question, 'id' | 'text' | 'required' | 'parts'>

/** A question that must be answered before a version can be submitted. */
export const must = (
  id: string,
  text: string,
  parts: readonly Part[],
  more: More = {},
): Question => ({
  id,
  text,
  required: true,
  parts,
  ...more,
})

/** A question that may be left out. */
export const may = (
  id: string,
  text: string,
  parts: readonly Part[],
  more: More = {},
): Question => ({
  id,
  text,
  required: false,
  parts,
  ...more,
})

/** Options whose value is written like their label: `Not yet` becomes `not_yet`. */
export const options = (...labels: readonly string[]): readonly Option[] =>
  labels.map((label) => ({
    value: label
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_|_$/g, ''),
    label,
  }))

/** Yes or no, the part that most questions begin with. */
export const yesNo = (label = 'Answer', name = 'answer'): Part => ({ name, label, type: 'yn' })

/** Words that are asked for after a yes or a no. */
export const explain = (is: 'yes' | 'no', label: string, part = 'answer'): Part => ({
  name: 'comment',
  label,
  type: 'longtext',
  when: { part, is: [is] },
})
