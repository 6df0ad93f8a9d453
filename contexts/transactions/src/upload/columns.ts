import { invalid } from '@countersign/kit/errors'

/** A line of a file: the number it has there, and its cells by column, or what is wrong with it as a whole. */
export type Line<Column extends string> = {
  readonly line: number
  readonly cells: Readonly<Partial<Record<Column, string>>>
  readonly fault?: string
}

/** The columns of a file: how each may be called, and those that it needs. */
export type Columns<Column extends string> = {
  /** By their names in small letters. */
  readonly names: Readonly<Record<string, Column>>
  /** One of each. */
  readonly needed: readonly (readonly Column[])[]
}

/** Characters of a line. */
export const maxLine = 8_192

export const wrong = (why: string) => invalid(['body', 'file'], why)
