import type { Registry, RegistryFields, Vasp } from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, keyOf, refresh, useChange } from '../api/index.ts'
import { useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { Failure } from '../ui/page/failure.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { differing, RegistryFieldList } from './fields.tsx'

/** Props of {@link RegistryDiff}. */
interface RegistryDiffProps {
  registry: Registry
  vasp: Vasp
  said: RegistryFields
  /** Takes the fields at the server, which asks the register itself. */
  take: (fields: string[]) => Promise<Vasp>
  above?: ReactNode
}

const isConfirmed = ({ registers }: Vasp, registry: Registry) =>
  registers.some((one) => one.registry === registry && one.status === 'confirmed')

/** Field by field: what the company states, what a register says, and a tick to take it. */
export function RegistryDiff({ registry, vasp, said, take, above }: RegistryDiffProps) {
  const names = differing(said, vasp)
  const agreeing = Object.keys(said).length - names.length
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { reason } = useCan(api.registry.updateFromVaspnet)
  const client = useQueryClient()
  const accept = useChange(() => take(names.filter((name) => chosen.has(name))), {
    onSuccess: async (updated) => {
      setChosen(new Set())
      toasts.success(
        isConfirmed(updated, registry)
          ? `Applied from ${registry}`
          : `Applied as your own statement. ${registry} becomes the source once the network confirms the entry.`,
      )
      const { did } = vasp
      const changed = [api.vasp.get, api.vasp.profile, api.verification.get, api.actionItems.list]
      await refresh(
        client,
        ...changed.map((call) => keyOf<{ did: string }, unknown>(call, { did })),
      )
    },
  })
  const toggle = (name: string) => {
    const next = new Set(chosen)
    if (!next.delete(name)) next.add(name)
    setChosen(next)
  }
  return (
    <div className="flex flex-col gap-3">
      {above}
      {vasp.registers.some((one) => one.registry === registry && one.status === 'claimed') && (
        <Notice>
          Claimed: the network hasn’t confirmed this entry as yours yet. Until then, {registry}{' '}
          isn’t shown as the source, and its licences aren’t shown.
        </Notice>
      )}
      <Failure error={accept.error} title="Not applied" />
      {names.length === 0 ? (
        <Notice tone="success">Your profile and {registry} agree.</Notice>
      ) : (
        <>
          <RegistryFieldList
            registry={registry}
            names={names}
            own={vasp}
            said={said}
            chosen={chosen}
            onToggle={toggle}
          />
          <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
            <Button
              variant="primary"
              pending={accept.isPending}
              disabledReason={reason ?? (chosen.size === 0 ? 'Select a field first' : undefined)}
              onClick={() => accept.mutate()}
            >
              {chosen.size > 0
                ? `Apply ${chosen.size} ${chosen.size === 1 ? 'value' : 'values'}`
                : `Apply values`}
            </Button>
            <Button
              variant="quiet"
              onClick={() => setChosen(chosen.size < names.length ? new Set(names) : new Set())}
            >
              {chosen.size < names.length ? 'Select all' : 'Clear selection'}
            </Button>
            {agreeing > 0 && (
              <span className="text-sm text-muted">
                {agreeing} {agreeing === 1 ? 'field agrees' : 'fields agree'}
              </span>
            )}
          </div>
        </>
      )}
    </div>
  )
}
