import {
  type ProofResult,
  type ProofType,
  proofTypes,
  resultOf,
  signatureTypes,
} from '@countersign/contracts/transactions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { jurisdictionsQuery, RuleSource, tierText } from '../jurisdiction/index.ts'
import { LoadError } from '../page/index.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { proofWords } from './words.ts'

/** Opens what each kind of proof is worth, and where the law asks for one. */
export function ProofLaw() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${linkClass} min-h-6 self-start text-sm`}
        onClick={() => setOpen(true)}
      >
        What counts as proof
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        wide
        title="What counts as proof"
        description="Some laws ask for proof that a self-hosted wallet is the customer’s own."
      >
        {isOpen && <Laws />}
      </Dialog>
    </>
  )
}

/** The kinds of proof of one worth; the kinds of signature are one of them. */
function listed(worth: ProofResult): string {
  const types = proofTypes.filter((type) => resultOf(type) === worth)
  const isSignature = (type: ProofType) => signatureTypes.some((one) => one === type)
  const others = types.filter((type) => !isSignature(type)).map((type) => proofWords[type])
  return [...(types.some(isSignature) ? ['Sign with the wallet'] : []), ...others].join(', ')
}

function Laws() {
  const { data, error, refetch } = useQuery(jurisdictionsQuery)
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={4} label="Loading laws" />
  const asking = data.jurisdictions.flatMap((rule) =>
    rule.selfHostedProofAbove ? [{ rule, bound: rule.selfHostedProofAbove }] : [],
  )
  const columns: Column<(typeof asking)[number]>[] = [
    { id: 'law', header: 'Jurisdiction', cell: ({ rule }) => rule.name },
    { id: 'above', header: 'Asks for proof', cell: ({ bound }) => tierText(bound) },
    { id: 'verified', header: 'Verified', cell: () => 'Satisfies it' },
    { id: 'declared', header: 'Declared', cell: () => 'Isn’t enough' },
    { id: 'source', header: 'Source', cell: ({ rule }) => <RuleSource rule={rule} /> },
  ]
  return (
    <div className="flex flex-col gap-4 text-sm">
      <DataTable
        caption="Jurisdictions that ask for proof"
        columns={columns}
        rows={asking}
        keyOf={({ rule }) => rule.name}
        empty={<p className="p-4 text-muted">No jurisdiction asks for proof yet.</p>}
      />
      <p>
        <b>Verified:</b> {listed('VERIFIED')}.
      </p>
      <p>
        <b>Declared:</b> {listed('DECLARED')}. They are kept, and rules can ask for them.
      </p>
      <p className="text-muted">Other jurisdictions that we know ask for no proof.</p>
    </div>
  )
}
