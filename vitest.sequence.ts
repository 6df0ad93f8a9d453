import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, longest first: one that came last would keep one core busy alone. */
const longest: readonly string[] = [
  'apps/server/src/suites/isolation/product.test.ts',
  'apps/server/src/suites/fuzz/webhooks.test.ts',
  'apps/server/src/suites/fuzz/product.test.ts',
  'contexts/billing/src/reporting/proof.test.ts',
  'apps/server/src/run.test.ts',
  'apps/server/src/suites/crash/failpoint.test.ts',
  'apps/server/src/relay/relay.test.ts',
  'apps/server/src/suites/isolation/isolation.test.ts',
  'contexts/webhooks/src/sandbox/sandbox.test.ts',
  'contexts/webhooks/src/api/event-type/import.test.ts',
  'packages/kit/src/embedded-postgres/embedded-postgres.test.ts',
  'contexts/trust/src/questionnaire/questionnaire.test.ts',
  'apps/server/src/suites/access/matrix.test.ts',
  'contexts/webhooks/src/api/ordering/crash-order.test.ts',
  'contexts/webhooks/src/crash.test.ts',
  'contexts/webhooks/src/crash-database.test.ts',
]

/** Who runs a few files names them in the order that they should come in. */
const named = process.env.TEST_ORDER?.split(',') ?? longest

/** Vitest's own order knows how long a file took the last time; a fresh checkout has had none. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = named.findIndex((file) => moduleId.endsWith(`/${file}`))
      return found === -1 ? named.length : found
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
