import type { Action, ReasonCode, Transaction } from '@countersign/contracts/transactions'
import { api } from '../api/index.ts'
import type { Guarded } from '../session/index.ts'
import type { ButtonVariant } from '../ui/button.tsx'

/** What somebody says about an act. */
export type Said = { reason: ReasonCode; comment?: string; notBroadcast?: true }

type On = { vaspDID: string; id: string; version: number }

/** What is asked before an act. */
export type Asks = {
  title: string
  description: string
  only?: readonly ReasonCode[]
  /** What whoever acts has to state: it goes along as `notBroadcast`. */
  states?: string
}

/** One act: its words, who may do it, and the call. */
export type Act = {
  label: string
  done: string
  /** The operation, which says who may. */
  call: Guarded
  variant: ButtonVariant
  /** Asks for a reason first. */
  asks?: Asks
  /** What else or instead is asked about this transfer. */
  asksAbout?: (transfer: Transaction) => Asks | undefined
  run: (on: On, said: Said, init?: RequestInit) => Promise<Transaction>
}

/** What is asked before an act on a transfer; nothing: it is done at once. */
export const asksOf = ({ asks, asksAbout }: Act, transfer: Transaction): Asks | undefined =>
  asksAbout?.(transfer) ?? asks

/** Accepting a deposit without a message, or before the names are there, takes a reason. */
function withoutData({ status, transactionType, pii }: Transaction): Asks | undefined {
  if (status === 'INCOMPLETE')
    return {
      title: 'Accept a deposit without Travel Rule data?',
      description: 'The reason is kept with the transfer. This can’t be undone.',
      only: ['SELF_HOSTED_ORIGIN', 'RISK_BASED'],
    }
  if (transactionType !== 'TRAVELRULE' || pii.state === 'OPENABLE') return undefined
  return {
    title: 'Accept before the names arrive?',
    description: 'Your company hasn’t received the personal data of this transfer.',
    only: ['ACCEPTED_WITHOUT_DATA'],
  }
}

/** What a person does with a transfer, in the order of how likely it is. */
export const acts: { readonly [A in Action]?: Act } = {
  approve: {
    label: 'Approve and send',
    done: 'Transfer approved',
    call: api.tx.approve,
    variant: 'primary',
    run: (on, _, init) => api.tx.approve({ query: on }, init),
  },
  confirm: {
    label: 'Yes, it’s our address',
    done: 'Address confirmed',
    call: api.tx.confirm,
    variant: 'primary',
    run: (on, _, init) => api.tx.confirm({ query: on }, init),
  },
  accept: {
    label: 'Accept',
    done: 'Transfer accepted',
    call: api.tx.accept,
    variant: 'primary',
    asksAbout: withoutData,
    run: (on, { reason, comment }, init) => {
      const isSaid = reason !== 'OTHER'
      const body = { ...(isSaid && { reason }), ...(comment && { comment }) }
      return api.tx.accept({ query: on, body }, init)
    },
  },
  release: {
    label: 'Release data',
    done: 'Data released',
    call: api.tx.release,
    variant: 'secondary',
    asks: {
      title: 'Release the personal data?',
      description: 'The counterparty can open the names and details of both customers.',
    },
    run: (on, said, init) => api.tx.release({ body: { ...on, ...said } }, init),
  },
  process: {
    label: 'Send on-chain',
    done: 'Your systems were told to send the coins',
    call: api.tx.process,
    variant: 'secondary',
    asks: {
      title: 'Tell your systems to send the coins?',
      description: 'They are told once. A transfer whose coins have moved can’t be cancelled.',
    },
    run: (on, said, init) => api.tx.process({ body: { ...on, ...said } }, init),
  },
  notReady: {
    label: 'Not ready yet',
    done: 'The counterparty knows that you need more time',
    call: api.tx.notReady,
    variant: 'quiet',
    run: (on, _, init) => api.tx.notReady({ body: on }, init),
  },
  reject: {
    label: 'Not our address',
    done: 'Marked as not our address',
    call: api.tx.reject,
    variant: 'secondary',
    asks: {
      title: 'Not our address?',
      description: 'The counterparty is told that the address isn’t one of your company’s.',
    },
    run: (on, said, init) => api.tx.reject({ body: { ...on, ...said } }, init),
  },
  decline: {
    label: 'Decline',
    done: 'Transfer declined',
    call: api.tx.decline,
    variant: 'secondary',
    asks: {
      title: 'Decline the transfer?',
      description: 'The counterparty sees the reason. This can’t be undone.',
    },
    run: (on, said, init) => api.tx.decline({ body: { ...on, ...said } }, init),
  },
  cancel: {
    label: 'Cancel transfer',
    done: 'Transfer cancelled',
    call: api.tx.cancel,
    variant: 'quiet',
    asks: {
      title: 'Cancel the transfer?',
      description: 'Do this only if the coins haven’t moved. This can’t be undone.',
    },
    asksAbout: ({ processedAt }) =>
      processedAt === null
        ? undefined
        : {
            title: 'Cancel a transfer whose coins may have been sent?',
            description:
              'Your systems were told to send the coins. Cancel only if they were stopped before that. This can’t be undone.',
            states: 'I have made sure that the coins were not sent',
          },
    run: (on, said, init) => api.tx.cancel({ body: { ...on, ...said } }, init),
  },
}
