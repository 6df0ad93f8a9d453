import type { Permission } from '@countersign/contracts'
import {
  type Action,
  type ReasonCode,
  reasons,
  reasonsFor,
  type TransactionDetail,
} from '@countersign/contracts/transactions'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { useCan, useReadOnly } from '../session/index.ts'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { useTransfersChanged } from './queries.ts'

/** What somebody says about an act. */
type Said = { reason: ReasonCode; comment?: string }

type Act = {
  label: string
  done: string
  permission: Permission
  variant: ButtonVariant
  /** Asks for a reason first. */
  asks?: { title: string; description: string }
  run: (on: { vaspDID: string; id: string; version: number }, said: Said) => Promise<unknown>
}

const acts: { readonly [A in Action]?: Act } = {
  approve: {
    label: 'Approve and send',
    done: 'Transfer approved',
    permission: 'transactions.approve',
    variant: 'primary',
    run: (on) => api.tx.approve({ query: on }),
  },
  confirm: {
    label: 'Yes, it’s our address',
    done: 'Address confirmed',
    permission: 'transactions.confirm',
    variant: 'primary',
    run: (on) => api.tx.confirm({ query: on }),
  },
  accept: {
    label: 'Accept',
    done: 'Transfer accepted',
    permission: 'transactions.accept',
    variant: 'primary',
    run: (on) => api.tx.accept({ query: on, body: {} }),
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
    run: (on, said) => api.tx.release({ body: { ...on, ...said } }),
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
    run: (on, said) => api.tx.process({ body: { ...on, ...said } }),
  },
  notReady: {
    label: 'Not ready yet',
    done: 'The counterparty knows that you need more time',
    permission: 'transactions.confirm',
    variant: 'quiet',
    run: (on) => api.tx.notReady({ body: on }),
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
    run: (on, said) => api.tx.reject({ body: { ...on, ...said } }),
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
    run: (on, said) => api.tx.decline({ body: { ...on, ...said } }),
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
    run: (on, said) => api.tx.cancel({ body: { ...on, ...said } }),
  },
}

/** What the viewer's company can do with a transfer now, as buttons; in the order of how likely it is. */
export function TransferActs({
  transfer,
  company,
}: {
  transfer: TransactionDetail
  company: string
}) {
  const readOnly = useReadOnly()
  // While data is released by itself, nobody needs to do it by hand.
  const offered = transfer.allowed.filter((action) => action !== 'release' || transfer.withheldBy)
  return (
    <>
      {Object.entries(acts).map(([action, act]) =>
        offered.some((one) => one === action) ? (
          <ActButton
            key={action}
            {...{ act, transfer, company, readOnly }}
            action={action as Action}
          />
        ) : null,
      )}
    </>
  )
}

type ButtonProps = {
  action: Action
  act: Act
  transfer: TransactionDetail
  company: string
  readOnly: string | undefined
}

function ActButton({ action, act, transfer, company, readOnly }: ButtonProps) {
  const { allowed, reason } = useCan(act.permission)
  const [asking, setAsking] = useState(false)
  const changed = useTransfersChanged(company)
  const { id, version } = transfer
  const work = useMutation({
    mutationFn: (said: Said) => act.run({ vaspDID: company, id, version }, said),
    onSuccess: () => toasts.success(act.done),
    onSettled: () => changed(transfer),
  })
  return (
    <>
      <Button
        variant={act.variant}
        pending={work.isPending}
        disabledReason={readOnly ?? (allowed ? undefined : reason)}
        onClick={() =>
          act.asks
            ? setAsking(true)
            : work.mutate({ reason: 'OTHER' }, { onError: (error) => toasts.error(error) })
        }
      >
        {act.label}
      </Button>
      {asking && act.asks && (
        <ReasonDialog
          {...act.asks}
          action={action}
          submit={act.label}
          onClose={() => setAsking(false)}
          onSubmit={(said) => work.mutateAsync(said)}
        />
      )}
    </>
  )
}

function ReasonDialog(props: {
  title: string
  description: string
  action: Action
  submit: string
  onClose: () => void
  onSubmit: (said: Said) => Promise<unknown>
}) {
  const { action, title, description, submit } = props
  const codes = reasonsFor(action)
  const [code, setCode] = useState('')
  const [comment, setComment] = useState('')
  const chosen = codes.find((one) => one === code)
  const needsComment = chosen !== undefined && reasons[chosen].commentRequired
  const missing = !chosen
    ? 'Choose a reason'
    : needsComment && comment.trim() === ''
      ? 'Enter a comment'
      : undefined
  return (
    <FormDialog
      {...{ title, description, submit }}
      danger={action === 'cancel' || action === 'decline'}
      disabledReason={missing}
      onOpenChange={(open) => !open && props.onClose()}
      onSubmit={() =>
        chosen &&
        props.onSubmit({ reason: chosen, ...(comment.trim() && { comment: comment.trim() }) })
      }
    >
      <SelectField
        label="Reason"
        value={code}
        placeholder="Choose a reason"
        options={codes.map((value) => ({ value, label: reasons[value].label }))}
        onChange={({ target }) => setCode(target.value)}
      />
      <TextArea
        label="Comment"
        optional={!needsComment}
        maxLength={500}
        value={comment}
        hint="Don’t enter personal data."
        onChange={({ target }) => setComment(target.value)}
      />
    </FormDialog>
  )
}
