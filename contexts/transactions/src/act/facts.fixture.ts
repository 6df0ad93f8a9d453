import { reasonCodes, transactionTypes } from '@countersign/contracts/transactions'
import type { Facts } from './fact.rules.ts'

const bit = [false, true]

/** Every place to which a redirect can lead. */
export const targets = ['GROUP', 'SURVIVOR', 'SELF', 'OUTSIDE'] as const

/** Every value that each fact can have. */
const values: { readonly [F in keyof Required<Facts>]: readonly (Facts[F] | undefined)[] } = {
  ...{ reachable: bit, planAllows: bit, held: bit, internal: bit, skip: bit, hashSet: bit },
  ...{ named: bit, originatorKnown: bit, processed: bit, notBroadcast: bit, released: bit },
  ...{ withheld: bit, mayRelease: bit, deadlineRule: bit, match: bit, everSent: bit },
  ownIncomplete: bit,
  type: transactionTypes,
  complete: ['YES', 'ONLY_BENEFICIARY_MISSING', 'NO'],
  givenHash: ['SAME', 'OTHER'],
  target: [...targets, undefined],
  reason: [...reasonCodes, undefined],
  onNoResponse: ['WAIT', 'PROCESS', 'CANCEL'],
}

class Unread extends Error {
  readonly fact: keyof Facts
  constructor(fact: keyof Facts) {
    super(fact)
    this.fact = fact
  }
}

/**
 * Everything that `judge` can answer: it is asked with all combinations of those facts that it reads. A fact
 * that it never reads cannot matter, so this covers all facts in few steps.
 */
export function answers<T>(
  judge: (facts: Facts) => T,
  known: Partial<Facts> = {},
): { readonly facts: Partial<Facts>; readonly answer: T }[] {
  const facts = new Proxy(known, {
    get: (target, fact: keyof Facts) => {
      if (!(fact in target)) throw new Unread(fact)
      return target[fact]
    },
    // A copy of the facts would hide which of them are read.
    ownKeys: () => {
      throw new Error('read the facts one by one')
    },
  }) as Facts
  try {
    return [{ facts: known, answer: judge(facts) }]
  } catch (error) {
    if (!(error instanceof Unread)) throw error
    return values[error.fact].flatMap((value) =>
      answers(judge, { ...known, [error.fact]: value } as Partial<Facts>),
    )
  }
}
