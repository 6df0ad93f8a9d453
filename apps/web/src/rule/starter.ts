import type { DraftRules } from './words.ts'

/** Rules to begin with, in the company's currency. They are offered, never set silently. */
export const starterRules = (currency: string): DraftRules => ({
  incoming: [
    {
      id: 'starter-blocked',
      name: 'Blocked companies',
      enabled: true,
      actionRule: 'REJECT',
      reason: 'COUNTERPARTY_NOT_ACCEPTED',
      conditions: [{ check: 'REVIEWED_VASP_LIST', operator: 'IN', values: ['BLOCKED'] }],
    },
    {
      id: 'starter-sanctions',
      name: 'Sanctions match',
      enabled: true,
      actionRule: 'REJECT',
      reason: 'SANCTIONS',
      conditions: [{ check: 'SANCTION_LIST_CHECK', operator: 'IN', values: ['MATCH'] }],
    },
    {
      id: 'starter-fatf',
      name: 'FATF call for action',
      enabled: true,
      actionRule: 'REJECT',
      reason: 'COUNTERPARTY_NOT_ACCEPTED',
      conditions: [{ check: 'JURISDICTION', operator: 'IN', values: ['FATF_CALL_FOR_ACTION'] }],
    },
    {
      id: 'starter-sum',
      name: 'High value in three days',
      enabled: true,
      actionRule: 'SEND_TO_INBOX',
      conditions: [{ check: 'SUM_WINDOW', operator: '>', amount: '10000.00', currency, hours: 72 }],
    },
    {
      id: 'starter-trusted',
      name: 'Trusted and complete',
      enabled: true,
      actionRule: 'APPROVE',
      conditions: [
        { check: 'REVIEWED_VASP_LIST', operator: 'IN', values: ['TRUSTED'] },
        { check: 'RISK_SCORE', operator: 'IN', values: ['LOW'] },
        { check: 'DATA_COMPLETE', operator: 'IN', values: ['YES'] },
        { check: 'NAME_MATCH', operator: 'IN', values: ['EXACT'] },
      ],
    },
  ],
  outgoing: [
    {
      id: 'starter-out-blocked',
      name: 'Blocked companies',
      enabled: true,
      actionRule: 'REJECT',
      reason: 'COUNTERPARTY_NOT_ACCEPTED',
      conditions: [{ check: 'REVIEWED_VASP_LIST', operator: 'IN', values: ['BLOCKED'] }],
    },
    {
      id: 'starter-out-sanctions',
      name: 'Sanctions match',
      enabled: true,
      actionRule: 'REJECT',
      reason: 'SANCTIONS',
      conditions: [{ check: 'SANCTION_LIST_CHECK', operator: 'IN', values: ['MATCH'] }],
    },
    {
      id: 'starter-out-small',
      name: 'Small, to a known type of destination',
      enabled: true,
      actionRule: 'APPROVE',
      conditions: [
        { check: 'TRANSACTION_AMOUNT', operator: '<=', amount: '1000.00', currency },
        { check: 'TRANSACTION_TYPE', operator: 'NOT_IN', values: ['UNKNOWN'] },
      ],
    },
  ],
})
