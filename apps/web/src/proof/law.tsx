import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { jurisdictionsQuery, RuleSource, tierText } from '../jurisdiction/index.ts'
import { LoadError } from '../page/index.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { linkClass } from '../ui/value/link.tsx'

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
        <b>Verified:</b> a signature by the wallet, or a small payment from it (Satoshi test).
      </p>
      <p>
        <b>Declared:</b> a statement in words, or a screenshot. These are kept, and rules can ask
        for them.
      </p>
      <p className="text-muted">No other jurisdiction that we know of asks for proof.</p>
    </div>
  )
}
