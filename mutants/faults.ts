import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Fault, faultsOf, policyFaults } from './operators.ts'

/** A fault and the file that it is planted in. */
export type Planted = Fault & {
  readonly file: string
  readonly line: number
  /** What is replaced. */
  readonly text: string
}

/** The parts of the delivery engine that are neither rules nor stores. */
const engine =
  /^contexts\/webhooks\/src\/(engine|idempotency|sandbox|task)\/(?!.*(test|fixture|gen)\.ts$).*\.ts$/

const isJudged = (file: string) =>
  // What a demo begins with is no rule.
  (/\.(rules|store)\.ts$/.test(file) && !/seed/.test(file)) ||
  /\/(gate|machine)\.ts$/.test(file) ||
  /^packages\/contracts\/src\/(access|role)\.ts$/.test(file) ||
  engine.test(file)

/** Every fault that can be planted in rules, gates, stores, policies and the delivery engine. */
export function allFaults(files: readonly string[], root: string): Planted[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const at = (file: string, source: string, faults: readonly Fault[]) =>
    faults.map((fault) => ({
      ...{ ...fault, file },
      line: source.slice(0, fault.start).split('\n').length,
      text: source.slice(fault.start, fault.end),
    }))
  const migrations = files.filter((file) => /\/migrations\/[\w-]+\.sql$/.test(file)).sort()
  const last = new Map<string, string>()
  for (const file of migrations)
    for (const [, name, table] of read(file).matchAll(
      /(?:create|drop|alter) policy (?:if exists )?(\w+) on ([\w.]+)/gi,
    ))
      last.set(`${name} on ${table}`, file)
  return [
    ...files.filter(isJudged).flatMap((file) => {
      const source = read(file)
      return at(file, source, faultsOf(file, source))
    }),
    ...migrations.flatMap((file) => {
      const source = read(file)
      return at(
        file,
        source,
        policyFaults(source, (policy) => last.get(policy) === file),
      )
    }),
  ]
}
