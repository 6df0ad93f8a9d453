import { deriveTables } from './derive-tables.ts'

await deriveTables()
