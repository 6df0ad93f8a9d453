import {
  type Action,
  type ReasonCode,
  reasons,
  reasonsFor,
} from '@countersign/contracts/transactions'
import { useRowKeys } from '../review/index.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { KeyHint } from '../ui/value/key-hint.tsx'

/** Asks for the reason of an act; the keys 1 to 9 choose. */
export function ReasonPick(props: {
  title: string
  description: string
  action: Action
  /** A reason that isn’t offered. */
  without?: ReasonCode
  onClose: () => void
  onPick: (reason: ReasonCode) => void
}) {
  const codes = reasonsFor(props.action).filter((code) => code !== props.without)
  useRowKeys(
    Object.fromEntries(
      codes.slice(0, 9).map((code, index) => [String(index + 1), () => props.onPick(code)]),
    ),
    { inDialog: true },
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => open || props.onClose()}
      title={props.title}
      description={props.description}
    >
      <ul className="flex flex-col">
        {codes.map((code, index) => (
          <li key={code}>
            <button
              type="button"
              className="flex min-h-9 w-full items-center gap-3 rounded-control px-2 text-left text-sm hover:bg-hover"
              onClick={() => props.onPick(code)}
            >
              <span className="w-6">{index < 9 && <KeyHint keys={String(index + 1)} />}</span>
              {reasons[code].label}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
