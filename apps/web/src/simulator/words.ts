import type { SimulatedAnswer, SimulatedSend } from '@countersign/contracts/transactions'

/** What the simulator does with a transfer that goes to an address of its own. */
export const answerWords: Readonly<
  Record<SimulatedAnswer, readonly [title: string, what: string]>
> = {
  ACCEPT: ['Accepts', 'Confirms the address and accepts at once'],
  ACCEPT_LATER: ['Accepts later', 'Takes five minutes'],
  DECLINE: ['Declines', 'Confirms the address, then doesn’t find its customer'],
  REJECT: ['Not its address', 'Says that the address isn’t its own'],
  NOT_READY: ['Not ready', 'Asks for five minutes, then accepts'],
  SILENT: ['Never answers', 'For deadlines and reminders'],
  REQUEST_DATA: ['Requests data', 'Asks for the originator’s ID document, then accepts'],
  NAME_MISMATCH: ['Other name', 'Declines because its customer has another name'],
  REDIRECT: ['Redirects', 'Hands the transfer to another company of its group'],
}

/** What the simulator can send. */
export const sendWords: Readonly<Record<SimulatedSend, readonly [title: string, what: string]>> = {
  WITH_DATA: ['A transfer with data', 'Confirm the address, decrypt the data, accept or decline'],
  WITHOUT_DATA: ['A deposit without data', 'The simulator supplies the data when you ask for it'],
  WRONG_NAME: ['The wrong name', 'The beneficiary isn’t the customer you know'],
  UNKNOWN_ADDRESS: ['An unknown address', 'An address that your company doesn’t have'],
  LATE_HASH: ['A late hash', 'The transaction hash follows after a minute'],
  DUPLICATE: [
    'A deposit and its message',
    'You report the deposit first; both become one transfer',
  ],
  WEBHOOK_STORM: ['Many webhooks', 'Twenty changes in a row, each with its own webhook'],
}
