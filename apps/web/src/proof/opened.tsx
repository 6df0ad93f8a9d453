import type { OpenedProof, ProofRequest } from '@countersign/contracts/transactions'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../api/index.ts'
import { OpenDialog } from '../transfer/index.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { labelOf, proofNames } from './words.ts'

interface OpenProofProps {
  company: string
  request: ProofRequest
  onOpened: (opened: OpenedProof) => void
  onClose: () => void
}

/** Asks why somebody opens what a customer gave as proof. */
export function OpenProof({ company, request, onOpened, onClose }: OpenProofProps) {
  const client = useQueryClient()
  return (
    <OpenDialog
      submit="Open"
      onClose={onClose}
      onOpen={async (code, comment) => {
        const reason = { code, ...(comment && { comment }) }
        const body = { vaspDID: company, reason }
        onOpened(await api.proofs.open({ id: request.id, body }))
        await client.invalidateQueries({ queryKey: ['customers.views', company] })
      }}
    />
  )
}

/** What a customer gave as proof. */
export function Opened({ opened, onClose }: { opened: OpenedProof; onClose: () => void }) {
  const { address, message, proof, type } = opened
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => open || onClose()}
      title={proofNames[type]}
      description="What the customer provided. It’s shown until you close it."
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div data-private className="flex flex-col gap-4 text-sm">
        <Part title="Address">
          <CopyText value={address} label="address" whole />
        </Part>
        {message !== null && labelOf(type) === 'Signature' && (
          <Part title="Message">
            <pre className="font-mono wrap-anywhere whitespace-pre-wrap">{message}</pre>
          </Part>
        )}
        <Part title={type === 'screenshot' ? 'Picture' : labelOf(type)}>
          {type === 'screenshot' ? (
            <img src={proof} alt="The customer’s screenshot" className="max-w-full rounded-md" />
          ) : (
            <p className="font-mono wrap-anywhere whitespace-pre-wrap">{proof}</p>
          )}
        </Part>
      </div>
    </Dialog>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-1 font-medium">{title}</h3>
    {children}
  </section>
)
