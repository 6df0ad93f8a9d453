import type { OpenItem } from '@countersign/contracts/trust'
import { findAwaiting } from '../thread/index.ts'
import type { TrustSource } from './action.store.ts'

/** Questions about the own questionnaire, and answers to what was asked of others: an item for each company. */
export const questionnaireQuestions: TrustSource = async (tx, did, at) =>
  (await findAwaiting(tx, did, {}, at)).map((row): OpenItem => {
    const isOwner = row.vasp_did === did
    const other = isOwner ? row.requester_did : row.vasp_did
    const type = isOwner ? 'DDQ_QUESTION_RECEIVED' : 'DDQ_QUESTION_ANSWERED'
    const since = row.since ?? at
    return {
      // A later question is news, although an earlier one was put away.
      id: `${type}:${other}:${row.count}:${since.toISOString()}`,
      type,
      severity: isOwner ? 'medium' : 'low',
      title: isOwner
        ? `${row.requester_name} asks ${row.count === 1 ? 'a question' : `${row.count} questions`} about your questionnaire`
        : `${row.owner_name} answered ${row.count === 1 ? 'your question' : `${row.count} of your questions`}`,
      detail: isOwner ? null : 'Resolve what is settled, or ask further',
      dueAt: null,
      createdAt: since.toISOString(),
      entityRef: { type: 'questionnaireQuestion', id: row.vasp_did },
      requiredPermission: 'trustframework.updateVASP',
    }
  })
