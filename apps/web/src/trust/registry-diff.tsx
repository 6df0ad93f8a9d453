import {
  Profile,
  type ProfileField,
  presentationOf,
  type Registry,
  type RegistryFields,
  type Vasp,
} from '@countersign/contracts/trust'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useCan } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Notice } from '../ui/notice.tsx'
import { toasts } from '../ui/toasts.ts'
import { FieldValue } from './field-value.tsx'

type Name = ProfileField | 'regulatoryStatus'

const isField = (name: string): name is ProfileField => name in Profile.shape
const labelOf = (name: Name) => (isField(name) ? presentationOf(name).label : 'Regulatory status')
const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Props of {@link RegistryDiff}. */
interface RegistryDiffProps {
  registry: Registry
  vasp: Vasp
  said: RegistryFields
  /** Takes the fields at the server, which asks the register itself. */
  take: (fields: string[]) => Promise<Vasp>
  above?: ReactNode
}

/** Field by field: what the company states, what a register says, and a tick to take it. */
export function RegistryDiff({ registry, vasp, said, take, above }: RegistryDiffProps) {
  const names = (Object.keys(said) as Name[]).filter((name) => !same(said[name], vasp[name]))
  const agreeing = Object.keys(said).length - names.length
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { reason } = useCan('trustframework.updateVASP')
  const client = useQueryClient()
  const accept = useMutation({
    mutationFn: () => take(names.filter((name) => chosen.has(name))),
    onSuccess: async (updated) => {
      client.setQueryData(['vasp.get', vasp.did], updated)
      setChosen(new Set())
      toasts.success(`Taken from ${registry}`)
      await Promise.all(
        ['vasp.profile', 'verification.get', 'actionItems.list'].map((name) =>
          client.invalidateQueries({ queryKey: [name, vasp.did] }),
        ),
      )
    },
    onError: (error) => toasts.error(error.message),
  })
  const toggle = (name: string) => {
    const next = new Set(chosen)
    if (!next.delete(name)) next.add(name)
    setChosen(next)
  }
  return (
    <div className="flex flex-col gap-3">
      {above}
      {accept.error && (
        <Notice tone="danger" title="Nothing was taken">
          {accept.error.message}
        </Notice>
      )}
      {names.length === 0 ? (
        <Notice tone="success">Your profile and {registry} agree.</Notice>
      ) : (
        <>
          <ul aria-label={`Differences from ${registry}`}>
            {names.map((name) => (
              <li
                key={name}
                className="grid gap-x-4 gap-y-1 border-t border-line py-2.5 text-sm first:border-t-0 sm:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1fr)]"
              >
                <Checkbox
                  label={labelOf(name)}
                  checked={chosen.has(name)}
                  onChange={() => toggle(name)}
                />
                <p className="min-w-0 wrap-anywhere">
                  <span className="block text-xs text-muted">You</span>
                  <Said name={name} value={vasp[name]} />
                </p>
                <p className="min-w-0 wrap-anywhere">
                  <span className="block text-xs text-muted">{registry}</span>
                  <Said name={name} value={said[name]} />
                </p>
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
            <Button
              variant="primary"
              pending={accept.isPending}
              disabledReason={reason ?? (chosen.size === 0 ? 'Choose a field first' : undefined)}
              onClick={() => accept.mutate()}
            >
              {chosen.size > 0 ? `Take ${chosen.size} from ${registry}` : `Take from ${registry}`}
            </Button>
            <Button
              variant="quiet"
              onClick={() => setChosen(chosen.size < names.length ? new Set(names) : new Set())}
            >
              {chosen.size < names.length ? 'Choose all' : 'Choose none'}
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

function Said({ name, value }: { name: Name; value: unknown }) {
  if (isField(name)) return <FieldValue name={name} value={value} />
  return value ? String(value) : <span className="text-muted">Not provided</span>
}
