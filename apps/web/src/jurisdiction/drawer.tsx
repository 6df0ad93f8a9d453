import type { Jurisdiction, JurisdictionFacts } from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, refresh } from '../api/index.ts'
import { Drawer } from '../ui/overlay/drawer.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { Tabs } from '../ui/page/tabs.tsx'
import { JurisdictionForm } from './form.tsx'
import { JurisdictionHistory } from './history.tsx'
import { jurisdictionsQuery, RuleBadge } from './words.tsx'

/** Props of {@link JurisdictionDrawer}. */
export interface JurisdictionDrawerProps {
  /** Nothing for one that is to be added. */
  rule: Jurisdiction | undefined
  tab: 'rule' | 'history'
  onTab: (tab: 'rule' | 'history') => void
  onClose: () => void
}

/** One jurisdiction: what is stated of it, to be changed, and who changed it. */
export function JurisdictionDrawer({ rule, tab, onTab, onClose }: JurisdictionDrawerProps) {
  const client = useQueryClient()
  const [proposed, setProposed] = useState<JurisdictionFacts>()
  const renew = (fresh: Jurisdiction) => {
    client.setQueryData(jurisdictionsQuery.queryKey, (known) => ({
      jurisdictions: [
        ...(known?.jurisdictions.filter(({ id }) => id !== fresh.id) ?? []),
        fresh,
      ].toSorted((a, b) => a.name.localeCompare(b.name)),
    }))
    const { jurisdiction, vasp } = api
    void refresh(client, jurisdiction.list, jurisdiction.history, vasp.get, vasp.list)
  }
  const undo = async (before: Jurisdiction, version: number) => {
    const { id, updatedAt: _, ...facts } = before
    try {
      renew(await api.jurisdiction.update({ jurisdictionId: id, body: { ...facts, version } }))
      toasts.success(`${before.name}: change undone`)
    } catch (failure) {
      toasts.error(failure)
    }
  }
  const saved = (fresh: Jurisdiction, before: Jurisdiction | undefined) => {
    renew(fresh)
    toasts.success(
      before ? `${fresh.name} saved` : `${fresh.name} added`,
      before && { label: 'Undo', run: () => void undo(before, fresh.version) },
    )
    onClose()
  }
  const form = (
    <JurisdictionForm
      // A proposal from the history is a form of its own.
      key={proposed ? JSON.stringify(proposed) : ''}
      rule={rule}
      proposed={proposed}
      onSaved={saved}
      onCancel={onClose}
    />
  )
  return (
    <Drawer
      open
      onOpenChange={(next) => next || onClose()}
      title={rule?.name ?? 'Add jurisdiction'}
      meta={rule && <RuleBadge status={rule.status} />}
    >
      {rule ? (
        <Tabs
          label={rule.name}
          value={tab}
          onChange={onTab}
          items={[
            { value: 'rule', label: 'Rule', content: form },
            {
              value: 'history',
              label: 'History',
              content: (
                <JurisdictionHistory
                  id={rule.id}
                  onPropose={(facts) => {
                    setProposed(facts)
                    onTab('rule')
                  }}
                />
              ),
            },
          ]}
        />
      ) : (
        form
      )}
    </Drawer>
  )
}
