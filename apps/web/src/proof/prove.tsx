import {
  ownershipTypedData,
  type ProofQuestion,
  type ProofType,
  resultOf,
} from '@countersign/contracts/transactions'
import { ApiError } from '@countersign/kit/client'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { api, operationQuery, useChange } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { Button } from '../ui/button.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { CopyButton } from '../ui/value/copy-button.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { Time } from '../ui/value/time.tsx'
import { proofWords } from './words.ts'

/**
 * Where a customer proves a wallet, without an account. The link's secret stands in the fragment of the address, which
 * no server sees.
 */
export function ProveWallet() {
  const { hash: token } = useLocation()
  return (
    <div className="flex max-w-[47.5rem] flex-col gap-5">
      <PageHeader
        title="Prove your wallet"
        description="A company that you are a customer of asks whether a wallet is your own."
      />
      {token ? <Question key={token} token={token} /> : <Incomplete />}
    </div>
  )
}

const Incomplete = () => (
  <EmptyState kind="nothing" title="This link isn’t complete">
    Open the whole link that the company gave you.
  </EmptyState>
)

type Result = 'VERIFIED' | 'DECLARED' | 'PAID'
const thanks: Readonly<Record<Result, readonly [title: string, text: string]>> = {
  VERIFIED: ['Thank you. The company has your proof.', 'Your signature was verified.'],
  DECLARED: ['Thank you. The company has your proof.', 'The company will look at it.'],
  PAID: [
    'Thank you. The company will look for your payment.',
    'If the hash was wrong, open the link again and correct it.',
  ],
}

function Question({ token }: { token: string }) {
  const [result, setResult] = useState<Result>()
  const { data, error, refetch } = useQuery({
    ...operationQuery(api.proofs.look, { body: { token } }),
    enabled: result === undefined,
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (result) {
    const [title, text] = thanks[result]
    return (
      <Notice tone="success" title={title}>
        {text}
      </Notice>
    )
  }
  if (data) return <Prove token={token} question={data} onDone={setResult} />
  if (error instanceof ApiError && (error.status === 404 || error.status === 422))
    return (
      <EmptyState kind="nothing" title="This link doesn’t work anymore">
        Ask the company for a new one.
      </EmptyState>
    )
  return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <SkeletonLines />
}

/** What belongs in the field of a proof. */
function hintOf(type: ProofType): string | undefined {
  if (type === 'satoshi-test') return 'As your wallet shows it once the payment is sent'
  if (type === 'declaration') return 'For example: this wallet is mine'
  return type.startsWith('xrp-')
    ? 'The public key, a space, then the signature: both in hexadecimal'
    : undefined
}

interface ProveProps {
  token: string
  question: ProofQuestion
  onDone: (result: Result) => void
}

function Prove({ token, question, onDone }: ProveProps) {
  const { company, address, message, types, until, test } = question
  const [type, setType] = useState<ProofType>(
    test?.txHash ? 'satoshi-test' : (types[0] ?? 'declaration'),
  )
  const [proof, setProof] = useState(test?.txHash ?? '')
  const send = useChange(() => api.proofs.submit({ body: { token, type, proof: proof.trim() } }), {
    showsFailure: true,
    onSuccess: ({ result }) => onDone(result),
  })
  const signed = type === 'eip-712' ? JSON.stringify(ownershipTypedData(message), null, 2) : message
  const isPayment = type === 'satoshi-test'
  const isSignature = resultOf(type) === 'VERIFIED' && !isPayment
  return (
    <>
      <Panel title={company} description="asks you to prove this wallet.">
        <p className="font-mono text-sm wrap-anywhere">{address}</p>
        <p className="mt-2 text-sm text-muted">
          {isPayment
            ? 'Only the payment that you send moves, and nobody gets your keys.'
            : 'Nothing moves, and nobody gets your keys.'}{' '}
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
          {isSignature && (
            <div>
              <p className="text-sm">
                {type === 'eip-712'
                  ? 'Sign exactly this typed data with the wallet (eth_signTypedData_v4):'
                  : 'Sign exactly this message with the wallet:'}
              </p>
              <pre className="mt-2 rounded-md bg-neutral-soft p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
                {signed}
              </pre>
              <CopyButton text={signed} label="Copy message" />
            </div>
          )}
          {isPayment && test && <Payment test={test} />}
          <p className="text-sm text-muted">
            {resultOf(type) === 'VERIFIED'
              ? 'This is a full proof, also where a law asks for one.'
              : 'The company keeps this. Where a law asks for proof, it isn’t enough.'}
          </p>
          {type === 'screenshot' ? (
            <FileDrop
              label="Picture of the wallet"
              hint={proof ? 'Chosen. Choose another to replace it.' : 'PNG or JPEG, up to 500 kB'}
              accept={['.png', '.jpg', '.jpeg']}
              onFiles={([file]) => file && void dataUrlOf(file).then(setProof)}
            />
          ) : (
            <TextArea
              label={
                isPayment ? 'Transaction hash' : isSignature ? 'Signature' : 'What you declare'
              }
              hint={hintOf(type)}
              maxLength={8_000}
              value={proof}
              onChange={({ target }) => setProof(target.value)}
            />
          )}
          {send.error && <Failure error={send.error} title="Not accepted" />}
          <div>
            <Button
              type="submit"
              variant="primary"
              pending={send.isPending}
              disabledReason={proof.trim() ? undefined : 'Give the proof first'}
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
      Send exactly this amount from the wallet above. It proves that you can use it; the network’s
      fee comes on top. The company may keep the amount.
    </p>
    <CopyText value={test.amount} label="amount" whole />
    <p>{test.asset}, to this address of the company:</p>
    <CopyText value={test.depositAddress} label="deposit address" whole />
    <p className="text-muted">
      Enter the payment’s hash here before <Time value={test.until} format="absolute" />.
    </p>
  </div>
)

const dataUrlOf = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return `data:${file.type};base64,${btoa(text)}`
}
