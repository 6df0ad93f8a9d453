export { nobody, type Party, personOf } from './party.ts'
export { PartyFields } from './party-fields.tsx'
