/** What a transition brings about besides the status, in words for documents. */
export const effects = {
  CHANGED: 'version + 1, act in the timeline, audit row, counters; FOLLOW refreshes the other side',
  OWN_CHANGED:
    "the acting company's own row and audit row; no version, no event, nothing for the other side",
  RULES: "the acting company's rules run again",
  HOLD_LIFTED: 'heldBy is cleared',
  HELD: 'heldBy PLAN is kept and told to the originator',
  CREATED: 'transactionCreated to the creator; price frozen, look-ups written',
  SENT: 'transactionUpdated (originator); meter; ARRIVE, NO_RESPONSE, REMIND',
  WAITING: 'transactionUpdated (originator); CONTACT, a case on the network desk',
  ACKNOWLEDGED: 'transactionUpdated (both); RELEASE, DECIDE, ADDRESS; response time',
  CONFIRMED: 'the act implies that the address is confirmed: a confirm in the timeline first',
  NOT_READY: 'transactionUpdated (both); WAKE',
  DECIDED:
    'transactionUpdated (both); retention starts on both sides; RELEASE if accepted unreleased',
  CANCELLED: 'transactionUpdated (both, or the originator alone if never sent); REVOKE if released',
  REDIRECTED:
    'transactionRedirected (originator, old and new beneficiary); REVOKE, REASSESS, ARRIVE',
  REASSESSED: 'the new counterparty is taken over; REASSESS',
  REQUESTED: 'informationRequested (originator); mail; REQUEST_DUE',
  AMENDED: 'transactionUpdated (beneficiary); open request closed; RELEASE and DECIDE again',
  SUPPLIED: "the data is sealed to the originator's company alone until it approves",
  ANSWERED: 'the originator answered a deposit: RELEASE',
  DISOWNED: "the originator's name is removed from the deposit",
  PROCESS: 'processBlockchainTransaction (originator), once',
  RELEASED: "the data is sealed to the beneficiary's company",
  WITHHELD: 'withheldBy is kept and told to the originator',
  MERGED: "transactionMerged (beneficiary); the deposit's facts go to the message",
} as const
export type Effect = keyof typeof effects
