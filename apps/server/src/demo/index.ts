export { type DemoReceiver, demoReceiver } from './receiver.ts'
export { demoVasps, seedDemo } from './seed.ts'
export { startDemoReceiver, startDemoSignIn } from './start.ts'
export { demoPassword, demoUsers, granitequay, kestrelBay } from './users.ts'
