/**
 * The places between two durable effects at which a process can be told to die, so that tests show
 * what is left behind there. Each has a scenario in `apps/server/src/suites/crash/failpoint.test.ts`.
 */
export const failpoints = [
  'before-accept-commit',
  'after-accept-commit-before-reply',
  'after-ask-before-wake',
  'after-claim-before-send',
  'before-send',
  'after-send-before-record',
  'after-record-before-next',
  'before-lease-release-at-stop',
  'after-lease-release-at-stop',
  'after-relay-before-settle',
  'after-store-before-record',
  'after-delete-before-remove',
  'before-import-commit',
  'before-upload-commit',
  'before-bulk-commit',
  'after-bulk-act-before-steps',
  'after-export-part-before-record',
  'after-erase-keys-before-record',
  'before-renewal-commit',
  'before-fold-commit',
  'before-count-commit',
  'after-usage-told-before-record',
  'after-usage-removed-before-added',
] as const

/** Where a process can be told to die. */
export type Failpoint = (typeof failpoints)[number]

let armed: { readonly name: Failpoint; left: number } | undefined

/**
 * Makes this process kill itself, as a power cut would, at a passage of one point.
 * @param setting the point, with the number of the passage if it is not the first: `before-send:3`
 * @throws Error when there is no such point
 */
export function armFailpoint(setting: string): void {
  const [asked, count = '1'] = setting.split(':')
  const name = failpoints.find((known) => known === asked)
  if (!name) throw new Error(`No such failpoint: ${asked}. Known: ${failpoints.join(', ')}`)
  armed = { name, left: Number(count) }
}

/** Marks a place between two durable effects; does nothing in a process that is not armed. */
export function failpoint(name: Failpoint): void {
  if (armed === undefined || armed.name !== name || --armed.left > 0) return
  process.kill(process.pid, 'SIGKILL')
}
