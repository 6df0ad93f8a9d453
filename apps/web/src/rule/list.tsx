import type { RuleDirection, RuleFinding } from '@countersign/contracts/transactions'
import { ArrowDown, ArrowUp, GripVertical, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { Sentence } from './sentence.tsx'
import { type DraftRule, findingWords, ruleName } from './words.ts'

const titles = { incoming: 'Incoming', outgoing: 'Outgoing' }

/** The same rules with one at another place. */
const moved = (rules: readonly DraftRule[], from: number, to: number): DraftRule[] => {
  const rest = rules.toSpliced(from, 1)
  const [rule] = rules.slice(from, from + 1)
  return rule ? rest.toSpliced(to, 0, rule) : rest
}

/** The rules of a direction in their order: dragged, or moved by buttons and Alt with an arrow key. */
export function RuleList({
  direction,
  rules,
  findings,
  readOnly,
  onChange,
  onEdit,
}: {
  direction: RuleDirection
  rules: readonly DraftRule[]
  findings: readonly RuleFinding[]
  readOnly: string | undefined
  onChange: (rules: readonly DraftRule[]) => void
  onEdit: (rule: DraftRule) => void
}) {
  const [dragged, setDragged] = useState<number>()
  const move = (from: number, to: number) => {
    if (to >= 0 && to < rules.length) onChange(moved(rules, from, to))
  }
  return (
    <Panel title={titles[direction]} description="The first rule that matches decides." flush long>
      <ol className="border-t border-line">
        {rules.map((rule, index) => (
          <li
            key={rule.id}
            data-rule={rule.id}
            draggable={readOnly === undefined}
            onDragStart={() => setDragged(index)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => {
              if (dragged !== undefined) move(dragged, index)
              setDragged(undefined)
            }}
            className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b border-line px-5 py-3 last:border-b-0"
          >
            {readOnly === undefined && (
              <GripVertical size={16} aria-hidden className="mt-1 cursor-grab text-muted" />
            )}
            <span className="mt-0.5 w-5 text-right text-sm text-muted tabular-nums">
              {index + 1}
            </span>
            <div className="min-w-0 flex-1 basis-48 text-sm">
              {rule.name && <p className="font-medium">{rule.name}</p>}
              <p>
                <Sentence rule={rule} direction={direction} />
              </p>
              {findings
                .filter(({ ruleId }) => ruleId === rule.id)
                .map((finding) => (
                  <p
                    key={JSON.stringify(finding)}
                    className={`mt-1 ${finding.level === 'ERROR' ? 'text-danger' : 'text-warning'}`}
                  >
                    {finding.level === 'ERROR' && (
                      <strong className="font-semibold">Error: </strong>
                    )}
                    {findingWords(
                      finding,
                      finding.others.map((id) => ruleName(rules, id)).join(', '),
                    )}
                  </p>
                ))}
              {!rule.enabled && <Badge tone="neutral">Off</Badge>}
            </div>
            {readOnly === undefined && (
              <div
                role="toolbar"
                aria-label={`Rule ${index + 1}`}
                className="flex"
                onKeyDown={(event) => {
                  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
                  if (!event.altKey || step === 0) return
                  event.preventDefault()
                  move(index, index + step)
                }}
              >
                <IconButton
                  icon={ArrowUp}
                  size="small"
                  label={`Move rule ${index + 1} up`}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  icon={ArrowDown}
                  size="small"
                  label={`Move rule ${index + 1} down`}
                  onClick={() => move(index, index + 1)}
                />
                <IconButton
                  icon={Pencil}
                  size="small"
                  label={`Edit rule ${index + 1}`}
                  onClick={() => onEdit(rule)}
                />
                <IconButton
                  icon={Trash2}
                  size="small"
                  label={`Remove rule ${index + 1}`}
                  onClick={() => onChange(rules.toSpliced(index, 1))}
                />
              </div>
            )}
          </li>
        ))}
        <li className="px-5 py-3 text-sm text-muted">Everything else goes to the inbox.</li>
      </ol>
    </Panel>
  )
}
