import { type Answer, type Answers, type Part, questions } from '@countersign/contracts/trust'

function sampleOf(part: Part, mark: string): Answer[string] {
  switch (part.type) {
    case 'yn':
      return 'yes'
    case 'select':
      return part.options[0]?.value ?? ''
    case 'multi':
      return [part.options[0]?.value ?? '']
    case 'country':
      return 'SG'
    case 'countries':
      return ['SG', 'SE']
    case 'texts':
      return [mark]
    case 'date':
      return '2024-05-06'
    case 'number':
      return '7'
    case 'percent':
      return '10'
    case 'money':
      return { amount: '1000', currency: 'EUR' }
    case 'lei':
      return '506700T7Z685VUOZL877'
    case 'url':
      return 'https://aster.example'
    case 'file':
      return { title: mark }
    case 'contact':
      return Object.fromEntries(
        part.asks.map((field) => [field, field === 'email' ? 'ana@aster.example' : mark]),
      )
    case 'table':
      return [
        Object.fromEntries(
          part.columns.map((column) => [
            column.name,
            column.type === 'select'
              ? (column.options?.[0]?.value ?? '')
              : column.type === 'country'
                ? 'SG'
                : column.type === 'date'
                  ? '2020-01-01'
                  : column.type === 'text'
                    ? mark
                    : String(column.total ?? 12),
          ]),
        ),
      ]
    default:
      return mark
  }
}

/** A whole set of answers; `mark` stands in every text of it. */
export const answersWith = (mark: string): Answers =>
  Object.fromEntries(
    questions.map(({ id, parts }) => [
      id,
      Object.fromEntries(parts.map((part) => [part.name, sampleOf(part, mark)])),
    ]),
  )
