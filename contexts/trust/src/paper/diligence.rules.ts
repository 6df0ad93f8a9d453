import { instantWords, type PdfBlock, type PdfModel } from '@countersign/contracts/report'
import {
  type DocumentType,
  documentTypeLabels,
  type PastReview,
  type Review,
  reviewLabels,
  reviewReasonLabels,
} from '@countersign/contracts/trust'
import { type StatedProfile, standingFacts } from './profile.rules.ts'
import type { Questionnaire } from './questionnaire.rules.ts'

/** A file that another company shares, as a report names it. */
export type SharedFile = {
  readonly type: DocumentType
  readonly title: string
  readonly version: number
  readonly sha256: string
  readonly until: string
}

/** What a company has on record of a counterparty. */
export type OwnRecord = {
  readonly inForce: Review | undefined
  /** Newest first. */
  readonly history: readonly PastReview[]
  readonly files: readonly SharedFile[]
}

const tableOr = (
  none: string,
  columns: readonly string[],
  widths: readonly number[],
  rows: readonly (readonly string[])[],
): PdfBlock =>
  rows.length === 0
    ? { type: 'text', text: none }
    : { type: 'table', columns: [...columns], widths: [...widths], rows }

const verdictFacts = (review: Review): readonly (readonly [string, string])[] => [
  ['Verdict', reviewLabels[review.reviewValue]],
  ['Given', instantWords(review.createdAt)],
  ['Given by', review.createdByName ?? review.createdBy],
  ['Reasons', review.reasons.map((reason) => reviewReasonLabels[reason]).join('\n') || '–'],
  ['Note', review.note ?? '–'],
  [
    'Based on',
    review.evidence
      .map(({ kind, reference }) => `${kind.toLowerCase()}: ${reference}`)
      .join('\n') || '–',
  ],
  ['Next review', instantWords(review.nextReviewAt)],
]

/** What a company knows of a counterparty and what it decided: for its file. */
export function diligenceModel(
  owner: string,
  { vasp }: StatedProfile,
  { inForce, history, files }: OwnRecord,
  answers: Questionnaire | undefined,
): PdfModel {
  return {
    title: 'Due-diligence report',
    owner,
    blocks: [
      { type: 'facts', rows: standingFacts(vasp) },
      { type: 'heading', text: 'Verdict in force' },
      inForce
        ? { type: 'facts', rows: verdictFacts(inForce) }
        : { type: 'text', text: 'No verdict has been given.' },
      { type: 'heading', text: 'Earlier verdicts' },
      tableOr(
        'There are no earlier verdicts.',
        ['When', 'Verdict', 'By', 'Note'],
        [1.2, 0.8, 1.1, 1.9],
        history
          .filter(({ id }) => id !== inForce?.id)
          .map((past) => [
            instantWords(past.createdAt),
            `${reviewLabels[past.reviewValue]}${past.withdrawnAt === null ? '' : ' (withdrawn)'}`,
            past.createdByName ?? past.createdBy,
            past.note ?? '–',
          ]),
      ),
      { type: 'heading', text: 'Questionnaire' },
      answers
        ? {
            type: 'facts',
            rows: [
              ['Version', String(answers.document.version)],
              ['Submitted', instantWords(answers.document.submittedAt)],
              ['Valid until', instantWords(answers.document.expiresAt)],
              [
                'Points to look at',
                answers.document.flags
                  .map(({ question, says }) => `${question}: ${says}`)
                  .join('\n') || 'None',
              ],
            ],
          }
        : { type: 'text', text: 'No questionnaire is shared.' },
      { type: 'heading', text: 'Documents' },
      tableOr(
        'No documents are shared.',
        ['Document', 'Version', 'SHA-256', 'Access until'],
        [1.5, 0.5, 2, 1],
        files.map((file) => [
          `${file.title}\n${documentTypeLabels[file.type]}`,
          String(file.version),
          file.sha256,
          file.until.slice(0, 10),
        ]),
      ),
    ],
  }
}
