import {
  Profile,
  type ProfileField,
  presentationOf,
  type Registry,
  type RegistryFields,
} from '@countersign/contracts/trust'
import { FieldValue } from '../company/index.ts'
import { cx } from '../ui/cx.ts'
import { Checkbox } from '../ui/form/checkbox.tsx'

/** A field of which a register says something. */
export type RegistryField = keyof RegistryFields

const isField = (name: string): name is ProfileField => name in Profile.shape

/** What a field of a register is called. */
export const registryLabel = (name: RegistryField): string =>
  isField(name) ? presentationOf(name).label : 'Regulatory status'

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** What the company states of itself. */
type OwnFields = { readonly [N in RegistryField]?: unknown }

/** The fields of which a register says something else than the company. */
export const differing = (said: RegistryFields, own: OwnFields): RegistryField[] =>
  (Object.keys(said) as RegistryField[]).filter((name) => !same(said[name], own[name]))

/** Props of {@link RegistryFieldList}. */
interface RegistryFieldListProps {
  registry: Registry
  names: readonly RegistryField[]
  own: OwnFields
  said: RegistryFields
  chosen: ReadonlySet<string>
  onToggle: (name: RegistryField) => void
}

/** Field by field: what the company states, what a register says, and a tick to take it. */
export function RegistryFieldList(props: RegistryFieldListProps) {
  const { registry, names, own, said, chosen, onToggle } = props
  return (
    <ul aria-label={`Differences from ${registry}`}>
      {names.map((name) => (
        <li
          key={name}
          className="grid gap-x-4 gap-y-1 border-t border-line py-2.5 text-sm first:border-t-0 sm:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1fr)]"
        >
          <Checkbox
            label={registryLabel(name)}
            checked={chosen.has(name)}
            onChange={() => onToggle(name)}
          />
          <p
            className={cx(
              'min-w-0 wrap-anywhere',
              // On a phone a value that is not there is no line of its own.
              (own[name] === undefined || own[name] === null) && 'max-sm:hidden',
            )}
          >
            <span className="block text-xs text-muted">You</span>
            <RegistryValue name={name} value={own[name]} />
          </p>
          <p className="min-w-0 wrap-anywhere">
            <span className="block text-xs text-muted">{registry}</span>
            <RegistryValue name={name} value={said[name]} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** One value of a register as people read it. */
export function RegistryValue({ name, value }: { name: RegistryField; value: unknown }) {
  if (isField(name)) return <FieldValue name={name} value={value} />
  return value ? String(value) : <span className="text-muted">Not provided</span>
}
