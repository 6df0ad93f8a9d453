import type { ReactNode } from 'react'
import type { FilterChip } from '../table/chip-filter.tsx'

/** One choice of a filter. */
interface Option<Value> {
  value: Value
  label: string
  /** How many rows it leaves. */
  count?: number
}

interface Base<Key> {
  /** The part of the address that it changes. */
  key: Key
  label: string
  /** The label is on screen, where the control alone doesn’t say what it filters. */
  labelled?: boolean
  /** What its chip begins with, such as `Review`. */
  chip?: string
}

/** Free text: a search. */
interface Words<Key> extends Base<Key> {
  placeholder?: string
  maxLength?: number
  mono?: boolean
  /** An ID is searched for once it is complete: on Enter, or when the field is left. */
  whole?: boolean
}

/** One of a few values. */
interface Choice<Key, Value> extends Base<Key> {
  /** What is shown while every value passes. */
  any: string
  options: readonly Option<Value>[]
}

/** A day. */
interface Day<Key> extends Base<Key> {
  day: true
}

/** A control of the list’s own, such as a picker of companies. */
interface Own<Key> extends Base<Key> {
  control: (field: {
    label: string
    labelHidden: boolean
    value: string
    onChange: (value: string) => unknown
  }) => ReactNode
}

/** A filter as data. */
export type Filter<Search> = {
  [Key in keyof Search & string]-?:
    | Words<Key>
    | Day<Key>
    | Own<Key>
    | Choice<Key, NonNullable<Search[Key]> & string>
}[keyof Search & string]

/** The filters of a list, what they are set to, and how to change that. */
export interface Filters<Search> {
  search: Search
  change: (changes: Partial<Search>) => unknown
  fields: readonly Filter<Search>[]
}

/** What narrows a list: its controls, what is on, and how to take all of it off. */
export interface Narrowing {
  bar?: ReactNode
  chips: readonly FilterChip[]
  onClear: () => void
}

/** The filters with their values, freed of the type of the list’s address. */
export const controlsOf = <Search extends object>({ search, change, fields }: Filters<Search>) =>
  fields.map((field) => {
    const value: unknown = search[field.key]
    return {
      field,
      value: typeof value === 'string' ? value : '',
      // A computed key has no type of its own.
      set: (next: string) => change({ [field.key]: next || undefined } as Partial<Search>),
    }
  })

/** The filters that are on, each with a way to take it off. */
export const chipsOf = <Search extends object>(filters: Filters<Search>): FilterChip[] =>
  controlsOf(filters).flatMap(({ field, value, set }) => {
    if (!value) return []
    const words =
      'options' in field
        ? (field.options.find((option) => option.value === value)?.label ?? value)
        : field.chip
          ? value
          : `“${value}”`
    return [{ label: field.chip ? `${field.chip} ${words}` : words, onRemove: () => set('') }]
  })

/** Takes all filters off. */
export const clear = <Search extends object>({ change, fields }: Filters<Search>): unknown =>
  change(
    Object.fromEntries(fields.map(({ key }) => [key, undefined])) as unknown as Partial<Search>,
  )
