import type { CallerFacts } from '../http/handlers.ts'
import { companyNamed, type Gate } from '../http/serve.ts'

/** Lets this caller do everything, in whichever company a request names. For tests of what lies behind the gate. */
export const openGate = <Caller extends CallerFacts>(caller: Caller): Gate<Caller, Caller> => ({
  identify: async () => caller,
  permit: (known, { access }, asked) => {
    if (typeof access === 'string' || access.company === undefined) return known
    return { ...known, company: String(companyNamed(asked, access.company)) }
  },
})

const callerHeader = 'x-test-caller'

/**
 * A gate for many callers of one server, whose hundreds of routes take longer to add than most calls: `headersOf`
 * has what a request says to be this caller's. It lets them do everything.
 */
export function gateOfMany<Caller extends CallerFacts>(): {
  readonly gate: Gate<Caller, Caller>
  readonly headersOf: (caller: Caller) => Readonly<Record<string, string>>
} {
  const callers: Caller[] = []
  const gate: Gate<Caller, Caller> = {
    identify: async (request) => {
      const caller = callers[Number(request.header(callerHeader))]
      if (!caller) throw new Error('A request of nobody')
      return caller
    },
    permit: (caller, operation, asked) => openGate(caller).permit(caller, operation, asked),
  }
  return { gate, headersOf: (caller) => ({ [callerHeader]: String(callers.push(caller) - 1) }) }
}
