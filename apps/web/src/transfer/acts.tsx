import {
  type Action,
  type ReasonCode,
  reasons,
  reasonsFor,
  type TransactionDetail,
} from '@countersign/contracts/transactions'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCan, useReadOnly } from '../session/index.ts'
import { TransferChanges } from '../transfer-change/index.ts'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { type Act, acts, asksOf, type Said } from './act-table.ts'
import { useTransfersChanged } from './queries.ts'
import { RedirectButton } from './redirect-button.tsx'

const weights: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet']

/** What the viewer's company can do with a transfer now, as buttons: the likeliest alone stands out. */
export function TransferActs({
  transfer,
  company,
}: {
  transfer: TransactionDetail
  company: string
}) {
  const readOnly = useReadOnly()
  const changed = useTransfersChanged(company)
  // While data is released by itself, nobody needs to do it by hand.
  const offered = transfer.allowed.filter((action) => action !== 'release' || transfer.withheldBy)
  const shown = Object.entries(acts)
    .filter(([action]) => offered.some((one) => one === action))
    .toSorted(([, a], [, b]) => weights.indexOf(a.variant) - weights.indexOf(b.variant))
  return (
    <>
      {shown.map(([action, act], place) => (
        <ActButton
          key={action}
          {...{ act, transfer, company, readOnly }}
          action={action as Action}
          variant={act.variant === 'primary' && place > 0 ? 'secondary' : act.variant}
        />
      ))}
      <TransferChanges {...{ transfer, company, readOnly }} onDone={() => changed(transfer)} />
      {offered.includes('redirect') && (
        <RedirectButton {...{ company, readOnly }} id={transfer.id} version={transfer.version} />
      )}
    </>
  )
}

type ButtonProps = {
  action: Action
  act: Act
  variant: ButtonVariant
  transfer: TransactionDetail
  company: string
  readOnly: string | undefined
}

function ActButton({ action, act, variant, transfer, company, readOnly }: ButtonProps) {
  const { allowed, reason } = useCan(act.call)
  const [asking, setAsking] = useState(false)
  const changed = useTransfersChanged(company)
  const { id, version } = transfer
  const asks = asksOf(act, transfer)
  // What was asked about has come while somebody was asked.
  useEffect(() => {
    if (!asking || asks) return
    setAsking(false)
    toasts.info(`The data has arrived. Check it, then choose ${act.label}.`)
  }, [asking, asks, act])
  const work = useMutation({
    mutationFn: (said: Said) => act.run({ vaspDID: company, id, version }, said),
    onSuccess: ({ pendingSecond }) =>
      pendingSecond
        ? toasts.info('Your approval is recorded. A second person must do the same.')
        : toasts.success(act.done),
    onSettled: () => changed(transfer),
  })
  return (
    <>
      <Button
        variant={variant}
        pending={work.isPending}
        disabledReason={readOnly ?? (allowed ? undefined : reason)}
        onClick={() =>
          asks
            ? setAsking(true)
            : work.mutate({ reason: 'OTHER' }, { onError: (error) => toasts.error(error) })
        }
      >
        {act.label}
      </Button>
      {asking && asks && (
        <ReasonDialog
          {...asks}
          action={action}
          submit={act.label}
          onClose={() => setAsking(false)}
          onSubmit={(said) => work.mutateAsync(said)}
        />
      )}
    </>
  )
}

/** Asks for the reason of an act, and for a comment. */
export function ReasonDialog(props: {
  title: string
  description: string
  action: Action
  submit: string
  only?: readonly ReasonCode[]
  /** What must be true before it can be done. */
  states?: string
  /** Chosen from the start. */
  first?: ReasonCode
  onClose: () => void
  onSubmit: (said: Said) => Promise<unknown>
}) {
  const { action, title, description, submit } = props
  const codes = props.only ?? reasonsFor(action)
  const [states, setStates] = useState(false)
  const [code, setCode] = useState<string>(props.first ?? '')
  const [comment, setComment] = useState('')
  const chosen = codes.find((one) => one === code)
  const needsComment = chosen !== undefined && reasons[chosen].commentRequired
  const missing = !chosen
    ? 'Choose a reason'
    : needsComment && comment.trim() === ''
      ? 'Enter a comment'
      : props.states && !states
        ? 'Confirm the statement first'
        : undefined
  return (
    <FormDialog
      {...{ title, description, submit }}
      danger={action === 'cancel' || action === 'decline'}
      disabledReason={missing}
      onOpenChange={(open) => !open && props.onClose()}
      onSubmit={() =>
        chosen &&
        props.onSubmit({
          reason: chosen,
          ...(comment.trim() && { comment: comment.trim() }),
          ...(states && { notBroadcast: true as const }),
        })
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
      {props.states && (
        <Checkbox
          label={props.states}
          checked={states}
          onChange={({ target }) => setStates(target.checked)}
        />
      )}
    </FormDialog>
  )
}
