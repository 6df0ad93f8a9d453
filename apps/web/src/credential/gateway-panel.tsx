import type { Credentials } from '@countersign/contracts/identity'
import { useState } from 'react'
import { api, useChange } from '../api/index.ts'
import { useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { Failure } from '../ui/page/failure.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { useChanged } from './dialogs.tsx'
import { Rights } from './rights.tsx'

type Props = {
  did: string
  gateway: NonNullable<Credentials['gateway']>
  credentials: Credentials
}

/** For companies of a group: whether the group parent's client acts for this one too. */
export function GatewayPanel({ did, gateway, credentials }: Props) {
  const { reason } = useCan(api.credential.create)
  const [limited, setLimited] = useState(false)
  const [ending, setEnding] = useState(false)
  const changed = useChanged(did)
  const clientid = credentials.delegatedToClientId
  const delegate = useChange(
    () => api.credential.create({ vaspDid: did, body: { delegateToGateway: true, limited } }),
    {
      says: `${gateway.name} acts for this company`,
      onSuccess: () => void changed(),
      showsFailure: true,
    },
  )
  return (
    <div className="mt-5">
      <Panel
        title={`Delegation to ${gateway.name}`}
        description="Your group’s gateway can act for this company with its own client. You don’t need a secret, and can end this at any time."
        actions={
          clientid ? (
            <Button disabledReason={reason} onClick={() => setEnding(true)}>
              End delegation
            </Button>
          ) : (
            <Button
              disabledReason={reason}
              pending={delegate.isPending}
              onClick={() => delegate.mutate()}
            >
              Delegate to gateway
            </Button>
          )
        }
      >
        <Failure error={delegate.error} title="Not delegated" />
        {clientid ? (
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <CopyText value={clientid} label="client ID" />
            acts for this company <Rights limited={credentials.delegationLimited} />
          </p>
        ) : (
          <Checkbox
            label="Limited"
            checked={limited}
            onChange={(event) => setLimited(event.target.checked)}
            hint="The gateway’s client can create and list transfers here, but sees no personal data."
          />
        )}
      </Panel>
      {clientid && (
        <ConfirmDialog
          open={ending}
          onOpenChange={setEnding}
          harmless
          title={`End the delegation to ${gateway.name}?`}
          confirmLabel="End delegation"
          onConfirm={async () => {
            await api.credential.delete({ vaspDid: did, query: { clientid } })
            await changed()
            toasts.success('Delegation ended')
          }}
        >
          Its client loses access to this company immediately. You can delegate again later.
        </ConfirmDialog>
      )}
    </div>
  )
}
