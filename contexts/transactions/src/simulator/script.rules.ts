import type {
  Action,
  ReasonCode,
  SimulatedAnswer,
  Status,
} from '@countersign/contracts/transactions'

/** What the simulator's beneficiary knows of a transfer when it is its turn. */
export type Scene = {
  readonly status: Status
  /** It can open the personal data. */
  readonly released: boolean
  /** How its last request for data stands; null: it made none. */
  readonly request: 'OPEN' | 'ANSWERED' | 'LAPSED' | null
  /** Minutes since the transfer was sent. */
  readonly age: number
  /** The transfer stands at the company that was first asked, not at the one it redirects to. */
  readonly isFirst: boolean
}

/** What it does: an act, or to look again in some minutes. */
export type Reply =
  | {
      readonly action: Extract<
        Action,
        'confirm' | 'accept' | 'decline' | 'reject' | 'notReady' | 'requestData' | 'redirect'
      >
      readonly reason?: ReasonCode
    }
  | { readonly again: number }

/** How long the simulator takes where it takes time, in minutes. */
export const patience = 5

const confirm: Reply = { action: 'confirm' }

/** What the simulator does next for an answer that it was asked for; undefined: nothing, it waits. */
export function reply(answer: SimulatedAnswer, scene: Scene): Reply | undefined {
  const { status } = scene
  if (status === 'SENT' || status === 'NOT_READY') return onArrival(answer, scene)
  if (status !== 'ACK' || !scene.released) return undefined
  if (answer === 'DECLINE') return { action: 'decline', reason: 'BENEFICIARY_UNKNOWN' }
  if (answer === 'NAME_MISMATCH') return { action: 'decline', reason: 'BENEFICIARY_NAME_MISMATCH' }
  return { action: 'accept' }
}

function onArrival(answer: SimulatedAnswer, scene: Scene): Reply | undefined {
  const { status, request, age, isFirst } = scene
  switch (answer) {
    case 'SILENT':
      return undefined
    case 'REJECT':
      return { action: 'reject', reason: 'NOT_OUR_ADDRESS' }
    case 'REDIRECT':
      return isFirst ? { action: 'redirect' } : confirm
    case 'REQUEST_DATA':
      if (request === null) return { action: 'requestData' }
      return request === 'ANSWERED' ? confirm : undefined
    case 'NOT_READY':
      if (status === 'SENT') return { action: 'notReady', reason: 'NOT_READY_YET' }
      return age < patience ? { again: patience } : confirm
    case 'ACCEPT_LATER':
      return age < patience ? { again: patience } : confirm
    default:
      return confirm
  }
}
