import type { RuleFinding, RuleSet } from '@countersign/contracts/transactions'
import { useState } from 'react'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { type DraftRules, findingWords, ruleName } from './words.ts'

/** Asks before rules are saved, with what there is to know of them. */
export function Activate(props: {
  present: RuleSet
  rules: DraftRules
  findings: readonly RuleFinding[]
  onClose: () => void
  onSave: (note: string | undefined) => Promise<unknown>
}) {
  const [note, setNote] = useState('')
  const { findings, rules } = props
  const { takesTwo, pending } = props.present
  return (
    <FormDialog
      title={takesTwo ? 'Propose these rules?' : 'Activate these rules?'}
      description={
        takesTwo
          ? `A colleague must activate them.${pending ? ` They take the place of version ${pending.version}, which waits.` : ''}`
          : 'They decide every transfer from now on. Earlier decisions stay as they are.'
      }
      submit={`${takesTwo ? 'Propose' : 'Activate'}${findings.length > 0 ? ' anyway' : ''}`}
      onOpenChange={(open) => !open && props.onClose()}
      onSubmit={() => props.onSave(note.trim() || undefined)}
    >
      {findings.length > 0 && (
        <Notice tone="warning" title="Check these first">
          <ul className="flex flex-col gap-1">
            {findings.map((finding) => {
              const of = rules[finding.direction]
              return (
                <li key={JSON.stringify(finding)}>
                  <span className="font-medium first-letter:uppercase inline-block">
                    {ruleName(of, finding.ruleId)}
                  </span>{' '}
                  ({finding.direction}):{' '}
                  {findingWords(finding, finding.others.map((id) => ruleName(of, id)).join(', '))}
                </li>
              )
            })}
          </ul>
        </Notice>
      )}
      <TextField
        label="What has changed"
        optional
        maxLength={1_000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </FormDialog>
  )
}
