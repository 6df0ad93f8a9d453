import {
  isSignIn,
  ownershipTypedData,
  type ProofQuestion,
  type ProofType,
  resultOf,
} from '@countersign/contracts/transactions'
import { useState } from 'react'
import { api, useChange } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { CopyButton } from '../ui/value/copy-button.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { Time, useMinute } from '../ui/value/time.tsx'
import { hintOf, labelOf, proofWords } from './words.ts'

export type Result = 'VERIFIED' | 'DECLARED' | 'PAID'

interface ProofFormProps {
  token: string
  question: ProofQuestion
  onDone: (result: Result) => void
  onRenew: () => void
}

/** What a customer is asked, and the ways to prove it. */
export function ProofForm({ token, question, onDone, onRenew }: ProofFormProps) {
  const { company, address, types, until, test } = question
  const now = useMinute()
  const [type, setType] = useState<ProofType>(
    test?.txHash ? 'satoshi-test' : (types[0] ?? 'declaration'),
  )
  const [proof, setProof] = useState(test?.txHash ?? '')
  const [message, setMessage] = useState('')
  const send = useChange(
    () =>
      api.proofs.submit({
        body: { token, type, proof: proof.trim(), message: isSignIn(type) ? message : undefined },
      }),
    { showsFailure: true, onSuccess: ({ result }) => onDone(result) },
  )
  const isPayment = type === 'satoshi-test'
  const isSigned =
    type === 'eip-1271' || type === 'cip-8' || (resultOf(type) === 'VERIFIED' && !isPayment)
  const isOld = isSigned && Date.parse(question.messageUntil) <= now
  const mayNot = isOld
    ? 'Get a new message first'
    : proof.trim() && (message.trim() || !isSignIn(type))
      ? undefined
      : 'Give the proof first'
  return (
    <>
      <Panel title={company} description="asks you to prove this wallet.">
        <p className="font-mono text-sm wrap-anywhere">{address}</p>
        <p className="mt-2 text-sm text-muted">
          {isPayment
            ? 'Only the payment you send is moved, and no one gets your keys.'
            : 'No funds are moved, and no one gets your keys.'}{' '}
          This page works until <Time value={until} format="absolute" />.
        </p>
      </Panel>
      <Panel title="Your proof">
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            send.mutate()
          }}
        >
          <SelectField
            label="How"
            value={type}
            options={types.map((value) => ({ value, label: proofWords[value] }))}
            onChange={({ target }) => {
              setType(types.find((one) => one === target.value) ?? 'declaration')
              setProof('')
            }}
          />
          {isSigned && !isOld && <Message question={question} isTyped={type === 'eip-712'} />}
          {isOld && (
            <Notice
              title="The message to sign has expired"
              action={<Button onClick={onRenew}>Get a new message</Button>}
            >
              Each message is valid for half an hour.
            </Notice>
          )}
          {isPayment && test && <Payment test={test} />}
          <p className="text-sm text-muted">
            {resultOf(type) === 'VERIFIED'
              ? 'This counts as full proof, even where the law requires it.'
              : 'The company keeps this as your declaration. It isn’t enough where the law requires proof.'}
          </p>
          {type === 'screenshot' ? (
            <FileDrop
              label="Picture of the wallet"
              hint={
                proof
                  ? 'Picture selected. Choose another to replace it.'
                  : 'PNG or JPEG, up to 500 kB'
              }
              accept={['.png', '.jpg', '.jpeg']}
              onFiles={([file]) => file && void dataUrlOf(file).then(setProof)}
            />
          ) : (
            <>
              {isSignIn(type) && (
                <TextArea
                  label="Signed message"
                  maxLength={8_000}
                  value={message}
                  onChange={({ target }) => setMessage(target.value)}
                />
              )}
              <TextArea
                label={labelOf(type)}
                hint={hintOf(type)}
                maxLength={8_000}
                value={proof}
                onChange={({ target }) => setProof(target.value)}
              />
            </>
          )}
          {send.error && <Failure error={send.error} title="Not accepted" />}
          <div>
            <Button
              type="submit"
              variant="primary"
              pending={send.isPending}
              disabledReason={mayNot}
            >
              Send proof
            </Button>
          </div>
        </form>
      </Panel>
    </>
  )
}

/** What is to be paid, from where and to where. */
const Payment = ({ test }: { test: NonNullable<ProofQuestion['test']> }) => (
  <div className="flex flex-col gap-2 text-sm">
    <p>
      Send exactly this amount from the wallet above to prove that you control it. The network fee
      is extra. The company may keep the amount.
    </p>
    <CopyText value={test.amount} label="amount" whole />
    <p>{test.asset}, to this address of the company:</p>
    <CopyText value={test.depositAddress} label="deposit address" whole />
    <p className="text-muted">
      Enter the payment’s hash here before <Time value={test.until} format="absolute" />.
    </p>
  </div>
)

/** What the wallet signs, to the letter. */
function Message({ question, isTyped }: { question: ProofQuestion; isTyped: boolean }) {
  const text = isTyped
    ? JSON.stringify(ownershipTypedData(question.message), null, 2)
    : question.message
  return (
    <div>
      <p className="text-sm">
        {isTyped
          ? 'Sign exactly this typed data with the wallet (eth_signTypedData_v4)'
          : 'Sign exactly this message with the wallet'}{' '}
        before <Time value={question.messageUntil} format="absolute" />:
      </p>
      <pre className="mt-2 rounded-md bg-neutral-soft p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
        {text}
      </pre>
      <CopyButton text={text} label="Copy message" />
    </div>
  )
}

const dataUrlOf = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return `data:${file.type};base64,${btoa(text)}`
}
