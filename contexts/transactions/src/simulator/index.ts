export { inventedData } from './people.ts'
export { hashAfterMs, isSimulators, react, reactSoon, simulatorDoer } from './react.ts'
export { hashedAddress, sandboxAddresses } from './sandbox-address.rules.ts'
