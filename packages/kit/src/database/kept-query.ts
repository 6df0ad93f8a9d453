import pg from 'pg'

/** How the driver reads the rows of a statement: names of columns, and what makes values of their texts. */
export type Shape = Readonly<Record<'fields' | '_parsers' | '_prebuiltEmptyResultObject', unknown>>

/** What the driver's queries have besides what its types say. */
type Inner = {
  readonly name: string
  readonly _result: Shape
  _accumulateRows: boolean
  prepare(connection: object): void
  handleRowDescription(message: object): void
}
type Answered = (error: Error | null, result: unknown) => void
const Query = pg.Query as unknown as new (config: object, no: undefined, done: Answered) => Inner

/**
 * A kept statement. PostgreSQL describes its rows once for a connection, not with each answer: to write and read
 * what forty columns are called takes longer than to find a row. If a change of a table changes them, PostgreSQL
 * refuses the statement.
 */
export class KeptQuery extends Query {
  readonly #shapes: Map<string, Shape>
  constructor(config: object, shapes: Map<string, Shape>, done: Answered) {
    super(config, undefined, done)
    this.#shapes = shapes
  }
  override prepare(connection: object): void {
    const known = this.#shapes.get(this.name)
    if (!known) {
      super.prepare(connection)
      return
    }
    super.prepare(Object.create(connection, { describe: { value: () => {} } }))
    Object.assign(this._result, known)
    this._accumulateRows = true
  }
  override handleRowDescription(message: object): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}
