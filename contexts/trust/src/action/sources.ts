import {
  groupRequest,
  profileIncomplete,
  registryNews,
  type TrustSource,
  verificationAction,
} from './action.store.ts'
import {
  counterparties,
  counterpartyAlerts,
  documentRequests,
  questionnaire,
  reviewsDue,
  verdictsWaiting,
} from './network.store.ts'
import { questionnaireQuestions } from './question.store.ts'

/** The causes of action items that this context knows, by name. */
export const trustSources: Readonly<Record<string, TrustSource>> = {
  profileIncomplete,
  verificationAction,
  groupRequest,
  registryNews,
  documentRequests,
  questionnaire,
  questionnaireQuestions,
  counterparties,
  counterpartyAlerts,
  reviewsDue,
  verdictsWaiting,
}
