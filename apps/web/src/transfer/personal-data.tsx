import {
  type OpenReason,
  openReasons,
  type TransactionDetail,
} from '@countersign/contracts/transactions'
import { useQueryClient } from '@tanstack/react-query'
import { FileDown, Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '../api/index.ts'
import { savePdf } from '../report/index.ts'
import { useCan, useReadOnly } from '../session/index.ts'
import { itemWords } from '../transfer-change/index.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { DescriptionList, type Fact } from '../ui/value/description-list.tsx'
import { openReasonWords } from './words.tsx'

/** `originator.…` before `beneficiary.…`, else in their order. */
const originatorFirst = (a: string, b: string): number =>
  Number(b.startsWith('originator')) - Number(a.startsWith('originator'))

const states = {
  NONE: 'No personal data was sent with this transfer.',
  SEALED: 'Names appear once you confirm the address.',
  OPENABLE: 'Sealed. Opening it is recorded, and the company that supplied it is told.',
  ERASED: 'The personal data has been erased.',
  WITHHELD: 'Withheld by the originator.',
}

/** How long opened data stays on the page, in milliseconds. */
const openFor = 10 * 60_000

/** Which personal data there is; opened on request, with a reason. It is kept by this page alone. */
export function PersonalData({
  transfer,
  company,
}: {
  transfer: TransactionDetail
  company: string
}) {
  const readOnly = useReadOnly()
  const { allowed, reason } = useCan(
    transfer.direction === 'incoming' ? api.tx.accept : api.tx.approve,
  )
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<'screen' | 'paper'>()
  const [opened, setOpened] = useState<readonly Fact[]>()
  useEffect(() => {
    if (!opened) return undefined
    const timer = setTimeout(() => setOpened(undefined), openFor)
    return () => clearTimeout(timer)
  }, [opened])
  const { state } = transfer.pii
  return (
    <Panel
      title="Personal data"
      description={states[state]}
      actions={
        state === 'OPENABLE' &&
        (opened ? (
          <Button onClick={() => setOpened(undefined)}>Hide</Button>
        ) : (
          <>
            <Button
              icon={FileDown}
              disabledReason={readOnly ?? (allowed ? undefined : reason)}
              onClick={() => setAsking('paper')}
            >
              Download as PDF
            </Button>
            <Button
              icon={Lock}
              disabledReason={readOnly ?? (allowed ? undefined : reason)}
              onClick={() => setAsking('screen')}
            >
              Decrypt
            </Button>
          </>
        ))
      }
    >
      {opened ? (
        <div data-private>
          <DescriptionList facts={opened} />
        </div>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {transfer.fields.toSorted(originatorFirst).map((item) => (
            <li key={item}>
              <Badge tone="success">{itemWords(item)}</Badge>
            </li>
          ))}
        </ul>
      )}
      {asking && (
        <OpenDialog
          submit={asking === 'paper' ? 'Download' : 'Decrypt'}
          onClose={() => setAsking(undefined)}
          onOpen={async (code, comment) => {
            if (asking === 'paper') {
              await savePdf(company, { kind: 'transfer', id: transfer.id }, { code, comment })
              void queryClient.invalidateQueries({ queryKey: ['tx.piiViews', company] })
              return
            }
            const { ivms101 } = await api.tx.decrypt({
              body: {
                vaspDID: company,
                id: transfer.id,
                reason: { code, ...(comment && { comment }) },
              },
            })
            setOpened(factsOf(ivms101))
            void queryClient.invalidateQueries({ queryKey: ['tx.piiViews', company] })
          }}
        />
      )}
    </Panel>
  )
}

/** Asks why personal data is opened. */
export function OpenDialog(props: {
  submit: string
  onClose: () => void
  onOpen: (code: OpenReason, comment: string) => Promise<void>
}) {
  const [code, setCode] = useState<OpenReason>('DECIDE')
  const [comment, setComment] = useState('')
  return (
    <FormDialog
      title="Open personal data"
      description="Who opens it, when and why is recorded. The company that supplied the data sees that your company opened it."
      submit={props.submit}
      onOpenChange={(open) => !open && props.onClose()}
      onSubmit={() => props.onOpen(code, comment.trim())}
    >
      <SelectField
        label="Reason"
        value={code}
        options={openReasons.map((value) => ({ value, label: openReasonWords[value] }))}
        onChange={({ target }) => {
          const chosen = openReasons.find((one) => one === target.value)
          if (chosen) setCode(chosen)
        }}
      />
      <TextArea
        label="Comment"
        optional
        maxLength={500}
        value={comment}
        onChange={({ target }) => setComment(target.value)}
      />
    </FormDialog>
  )
}

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Every value of a payload with the names that lead to it, in plain words. */
export function factsOf(payload: unknown, path: readonly string[] = []): Fact[] {
  if (!isBranch(payload))
    return [{ term: path.map(plain).filter(Boolean).join(' › '), value: String(payload) }]
  return Object.entries(payload).flatMap(([name, value]) =>
    name === 'payloadMetadata' ? [] : factsOf(value, [...path, name]),
  )
}

/** `primaryIdentifier` as `Primary identifier`; numbers of lists, and names that say nothing, are left out. */
const plain = (name: string): string =>
  /^\d+$|Person$|^name$|^nameIdentifier$/.test(name)
    ? ''
    : name
        .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .replace(/^./, (letter) => letter.toUpperCase())
