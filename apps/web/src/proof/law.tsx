import { type ProofType, proofTypes, resultOf } from '@countersign/contracts/transactions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { jurisdictionsQuery, RuleSource, tierText } from '../jurisdiction/index.ts'
import { LoadError } from '../page/index.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { proofNames } from './words.ts'

const verified = proofTypes.filter((type) => resultOf(type) === 'VERIFIED')
const declared = proofTypes.filter((type) => resultOf(type) === 'DECLARED')
const listOf = (types: readonly ProofType[]) => types.map((type) => proofNames[type]).join('; ')

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
        description="Some laws require proof that a self-hosted wallet belongs to the customer."
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
    { id: 'above', header: 'Requires proof', cell: ({ bound }) => tierText(bound) },
    { id: 'verified', header: 'Verified', cell: () => 'Satisfies it' },
    { id: 'declared', header: 'Declared', cell: () => 'Isn’t enough' },
    { id: 'source', header: 'Source', cell: ({ rule }) => <RuleSource rule={rule} /> },
  ]
  return (
    <div className="flex flex-col gap-4 text-sm">
      <DataTable
        caption="Jurisdictions that require proof"
        columns={columns}
        rows={asking}
        keyOf={({ rule }) => rule.name}
        empty={<p className="p-4 text-muted">No jurisdiction requires proof yet.</p>}
      />
      <p>
        <b>Verified:</b> {listOf(verified)}. A signature counts if its message has the address, your
        DID and the code that Countersign gave out for it.
      </p>
      <p>
        <b>Declared:</b> {listOf(declared)}; signatures of any other message. These are kept, and
        rules can ask for them.
      </p>
      <p className="text-muted">We know of no other jurisdiction that requires proof.</p>
    </div>
  )
}
