import type { FaultKind } from './history.ts'

/** A defect that is planted to see whether the checker finds it. */
export type Plant = {
  readonly name: string
  /** The faults that bring it to light. */
  readonly faults: readonly FaultKind[]
  /** Settings of PostgreSQL. */
  readonly settings?: Readonly<Record<string, string>>
  /** Changes of the code as the services load it; the files themselves stay as they are. */
  readonly changes?: readonly Change[]
}

/** A text that stands once in a file, and what is to stand there instead. */
export type Change = { readonly file: string; readonly find: string; readonly put: string }

/** The defects, each of which makes another promise of the engine untrue. */
export const plants: readonly Plant[] = [
  {
    // Commits that are acknowledged before they are written; the delay makes the gap wide enough for
    // a run of seconds.
    name: 'synchronous_commit=off',
    faults: ['postgres'],
    settings: { synchronous_commit: 'off', wal_writer_delay: '2000ms' },
  },
  {
    // Two transactions instead of one, the answer in between.
    name: 'enqueue after commit',
    faults: ['both', 'api', 'postgres'],
    changes: [
      {
        file: 'contexts/webhooks/src/engine/accept.ts',
        find: 'const refused = await storeBatch(line, batch)',
        put: `const refused = await storeBatch(line, { ...batch, deliveries: [], wake: false })
      answer(items, planned, refused)
      await storeBatch(line, { ...batch, messages: [] })`,
      },
    ],
  },
  {
    // Whoever was halted for longer than its lease puts its outcomes on record all the same.
    name: 'no fencing',
    faults: ['pause'],
    changes: [
      {
        file: 'contexts/webhooks/src/engine/record.store.ts',
        find: 'and d.lease_owner = $19 and d.fence = o.fence\n      returning o.*',
        put: 'and $19::text is not null\n      returning o.*',
      },
    ],
  },
]
