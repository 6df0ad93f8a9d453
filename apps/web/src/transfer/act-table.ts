import type { Permission } from '@countersign/contracts'
import type { Action, ReasonCode } from '@countersign/contracts/transactions'
import { api } from '../api/index.ts'
import type { ButtonVariant } from '../ui/button.tsx'

/** What somebody says about an act. */
export type Said = { reason: ReasonCode; comment?: string }

type On = { vaspDID: string; id: string; version: number }

/** One act: its words, who may do it, and the call. */
export type Act = {
  label: string
  done: string
  permission: Permission
  variant: ButtonVariant
  /** Asks for a reason first. */
  asks?: { title: string; description: string }
  run: (on: On, said: Said, init?: RequestInit) => Promise<unknown>
}

/** What a person does with a transfer, in the order of how likely it is. */
export const acts: { readonly [A in Action]?: Act } = {
  approve: {
    label: 'Approve and send',
    done: 'Transfer approved',
    permission: 'transactions.approve',
    variant: 'primary',
    run: (on, _, init) => api.tx.approve({ query: on }, init),
  },
  confirm: {
    label: 'Yes, it’s our address',
    done: 'Address confirmed',
    permission: 'transactions.confirm',
    variant: 'primary',
    run: (on, _, init) => api.tx.confirm({ query: on }, init),
  },
  accept: {
    label: 'Accept',
    done: 'Transfer accepted',
    permission: 'transactions.accept',
    variant: 'primary',
    run: (on, _, init) => api.tx.accept({ query: on, body: {} }, init),
  },
  release: {
    label: 'Release data',
    done: 'Data released',
    permission: 'transactions.approve',
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
    permission: 'transactions.approve',
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
    permission: 'transactions.confirm',
    variant: 'quiet',
    run: (on, _, init) => api.tx.notReady({ body: on }, init),
  },
  reject: {
    label: 'Not our address',
    done: 'Marked as not our address',
    permission: 'transactions.reject',
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
    permission: 'transactions.decline',
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
    permission: 'transactions.cancel',
    variant: 'quiet',
    asks: {
      title: 'Cancel the transfer?',
      description: 'Do this only if the coins haven’t moved. This can’t be undone.',
    },
    run: (on, said, init) => api.tx.cancel({ body: { ...on, ...said } }, init),
  },
}
