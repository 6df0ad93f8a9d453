import { ApiError } from '@countersign/kit/client'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { api, operationQuery } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { ProofForm, type Result } from './proof-form.tsx'

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
        description="A company you’re a customer of asks you to prove that a wallet is yours."
      />
      {token ? <Question key={token} token={token} /> : <Incomplete />}
    </div>
  )
}

const Incomplete = () => (
  <EmptyState kind="nothing" title="This link isn’t complete">
    Open the full link the company gave you.
  </EmptyState>
)

const thanks: Readonly<Record<Result, readonly [title: string, text: string]>> = {
  VERIFIED: ['Thank you. The company has your proof.', 'Your signature was verified.'],
  DECLARED: [
    'Thank you. The company has received it.',
    'It’s kept as your declaration. The company will tell you if it needs more.',
  ],
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
  if (data)
    return (
      <ProofForm token={token} question={data} onDone={setResult} onRenew={() => void refetch()} />
    )
  if (error instanceof ApiError && (error.status === 404 || error.status === 422))
    return (
      <EmptyState kind="nothing" title="This link no longer works">
        Ask the company for a new one.
      </EmptyState>
    )
  return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <SkeletonLines />
}
