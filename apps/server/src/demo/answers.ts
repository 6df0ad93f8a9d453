import type { Answers } from '@countersign/contracts/trust'

/** What tells one company's questionnaire from another's. */
export type DemoFacts = {
  readonly legalName: string
  readonly brand: string
  readonly lei: string
  readonly country: string
  readonly city: string
  readonly regulator: string
  readonly fiu: string
  readonly currency: string
  readonly domain: string
  readonly founded: string
  readonly services: readonly string[]
  readonly markets: readonly string[]
  readonly officer: string
  readonly owner: string
  readonly protocols: readonly string[]
  readonly timeZone: string
}

const phone = '+00 555 0100'

/** A whole, plausible set of answers about an invented company. */
export const demoAnswers = (facts: DemoFacts): Answers => ({
  A1: { name: facts.legalName },
  A2: { names: [facts.brand, `${facts.brand} Pro`] },
  A3: {
    registered: `${facts.legalName}\n1 Harbour Street\n${facts.city}`,
    business: `1 Harbour Street\n${facts.city}`,
  },
  A4: { date: facts.founded, country: facts.country, number: `${facts.country}-20180417` },
  A5: { lei: facts.lei, status: 'issued' },
  A6: { kind: 'privately_held', chart: { title: `Ownership chart of ${facts.legalName}` } },
  A7: {
    owners: [
      { name: facts.owner, share: '42.5', country: facts.country },
      { name: 'Harbour Growth Partners', share: '18', country: facts.country },
    ],
  },
  A8: {
    people: [
      { name: facts.owner, role: 'Chief executive', country: facts.country, since: facts.founded },
      {
        name: facts.officer,
        role: 'Compliance officer',
        country: facts.country,
        since: '2021-02-01',
      },
    ],
  },
  A9: { answer: 'no' },
  B1: { name: facts.regulator },
  B2: {
    held: 'yes',
    licences: [
      {
        country: facts.country,
        regulator: facts.regulator,
        number: 'VA-10427',
        activity: 'Exchange and custody of virtual assets',
        status: 'active',
        since: '2021-06-30',
      },
    ],
  },
  B4: { answer: 'yes' },
  B5: { answer: 'no' },
  B6: { date: '2025-09-18', open: 'no' },
  C1: { services: [...facts.services] },
  C2: {
    customers: [
      { kind: 'retail', share: '71' },
      { kind: 'corporate', share: '17' },
      { kind: 'institutional', share: '12' },
    ],
  },
  C3: { countries: [...facts.markets] },
  C4: { countries: ['KP', 'IR', 'MM', 'SY', 'CU'], regions: 'Crimea, Donetsk and Luhansk' },
  C5: { answer: 'no' },
  C6: { answer: 'yes' },
  C7: { answer: 'no' },
  C8: { count: '18400', value: { amount: '62500000', currency: facts.currency } },
  D1: { answer: 'yes', policy: { title: 'AML programme 2025, approved by the board' } },
  D2: {
    officer: {
      name: facts.officer,
      role: 'Compliance officer',
      phone,
      email: `compliance@${facts.domain}`,
    },
    reports: 'The board, every quarter; no sales targets',
  },
  D3: {
    staff: '14',
    outsourced: 'Adverse-media screening is done by a provider in the same country.',
  },
  D4: { date: '2025-11-30', factors: ['customers', 'countries', 'products', 'channels'] },
  D5: { date: '2025-06-12', by: 'Lindqvist & Moreau Audit', findings: '0' },
  D6: {
    training: 'All staff at entry and once a year, with a test. Analysts: four half-days a year.',
  },
  D7: { answer: 'yes' },
  D8: { years: '7' },
  E1: { answer: 'yes' },
  E3: { methods: ['identity_document', 'liveness_check', 'database'] },
  E4: { share: '25' },
  E5: {
    triggers: ['politically_exposed_person', 'high_risk_country', 'on_chain_exposure'],
    measures:
      'Source of funds and of wealth with documents, a second pair of eyes, review every six months.',
  },
  E6: { frequency: 'daily' },
  E7: {
    cycle: [
      { risk: 'high', months: '6' },
      { risk: 'medium', months: '12' },
      { risk: 'low', months: '36' },
    ],
  },
  F1: { lists: ['un', 'ofac', 'eu', 'uk', 'local'], frequency: 'on_every_list_change' },
  F2: { answer: 'yes' },
  F3: { providers: ['Chainlight Analytics'], scored: 'incoming_and_outgoing' },
  F4: {
    answer:
      'The deposit is frozen before it is credited. An analyst decides within four hours; sanctioned funds are reported the same day.',
  },
  F5: { how: 'both', backlog: '2' },
  F6: { authority: facts.fiu, owner: 'Head of financial crime' },
  F7: { answer: 'yes' },
  G1: { bound: 'yes', countries: [{ country: facts.country, since: '2022-01-01' }] },
  G2: {
    thresholds: [
      { country: facts.country, amount: '0', currency: facts.currency, domestic: 'yes' },
    ],
  },
  G3: { phase: 'enforced' },
  G4: {
    protocols: facts.protocols.map((protocol) => ({
      protocol,
      identifier: `https://travelrule.${facts.domain}/${protocol.toLowerCase()}`,
    })),
  },
  G5: { answer: 'until_accepted' },
  G6: { answer: 'held' },
  G7: { answer: 'small_differences_allowed' },
  G8: {
    methods: ['signed_message', 'small_transfer'],
    amount: { amount: '1000', currency: facts.currency },
  },
  G9: {
    answer:
      'By analytics attribution, confirmed through the directory and a message to the counterparty. No data leaves before its questionnaire was read and its licence checked.',
  },
  G10: {
    contact: {
      name: 'Travel Rule desk',
      email: `travelrule@${facts.domain}`,
      phone,
      hours: 'Monday to Friday, 8:00 to 18:00',
      timeZone: facts.timeZone,
    },
  },
  H1: {
    law: 'The data-protection law of the country of incorporation',
    answer: 'yes',
    officer: { name: 'Data protection office', email: `privacy@${facts.domain}` },
  },
  H2: {
    answer:
      'In two data centres in the country. Twelve analysts may see it, each access is logged. AES-256 at rest, TLS 1.3 in transit, deleted after seven years.',
  },
  H3: { proofs: ['iso_27001', 'penetration_test'], tested: '2026-03-02', hours: '24' },
  H4: { answer: 'no' },
})
