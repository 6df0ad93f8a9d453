export { acts } from './account.rules.ts'
export { type DemoOptions, demoProvider, press, type Visit, visited } from './demo.ts'
export { demoPage } from './page.ts'
export { type DemoAccount, seedDemoAccounts, seedDemoUnits } from './seed.ts'
