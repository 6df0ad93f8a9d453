import { instantWords, type PdfBlock, type PdfModel } from '@countersign/contracts/report'
import {
  type Answer,
  type DdqDocument,
  isAsked,
  partText,
  type Question,
  questionnaireForm,
} from '@countersign/contracts/trust'

/** A version and the files that were annexed to it. */
export type Questionnaire = {
  readonly document: Omit<DdqDocument, 'status'>
  readonly annexes: readonly {
    readonly title: string
    readonly version: number
    readonly sha256: string
  }[]
}

function answerText({ parts }: Question, answer: Answer | undefined): string {
  const given = parts.filter(
    (part) => isAsked(part, answer ?? {}) && answer?.[part.name] !== undefined,
  )
  if (!answer || given.length === 0) return 'Not answered'
  return given
    .map((part) => {
      const text = partText(part, answer[part.name])
      return parts.length > 1 ? `${part.label}: ${text}` : text
    })
    .join('\n')
}

/** One version of a questionnaire with all of its answers. */
export function questionnaireModel(
  owner: string,
  about: string,
  { document, annexes }: Questionnaire,
): PdfModel {
  const { version, form, declaration, submittedAt, expiresAt, answers } = document
  const sections = questionnaireForm.sections.flatMap(({ id, title, questions }): PdfBlock[] =>
    questions.length === 0
      ? []
      : [
          { type: 'heading', text: `${id}. ${title}` },
          {
            type: 'table',
            columns: ['No.', 'Question', 'Answer'],
            widths: [0.4, 1.8, 2.2],
            rows: questions.map((question) => [
              question.id,
              question.text,
              answerText(question, answers[question.id]),
            ]),
          },
        ],
  )
  return {
    title: 'Due-diligence questionnaire',
    owner,
    blocks: [
      {
        type: 'facts',
        rows: [
          ['Company', about],
          ['Version', String(version)],
          ['Form', form],
          ['Submitted', instantWords(submittedAt)],
          ['Valid until', instantWords(expiresAt)],
          ['Signed by', `${declaration.name}, ${declaration.role}`],
        ],
      },
      ...sections,
      { type: 'heading', text: 'Annexes' },
      annexes.length === 0
        ? { type: 'text', text: 'No documents were annexed.' }
        : {
            type: 'table',
            columns: ['Document', 'Version', 'SHA-256'],
            widths: [1.6, 0.6, 2.4],
            rows: annexes.map((one) => [one.title, String(one.version), one.sha256]),
          },
    ],
  }
}
