import type { Answers } from '@countersign/contracts/trust'
import type { Database } from '@countersign/kit/db'
import {
  type SeedQuestionnaire,
  seedQuestionnaire,
  seedQuestionnaireGrant,
  seedQuestionnaireReview,
  seedQuestionnaireThreads,
  type TrustTables,
} from '@countersign/trust'
import { type DemoFacts, demoAnswers } from './answers.ts'

const day = 86_400_000
const did = {
  kestrelBay: 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0',
  norrland: 'did:ethr:0x17c7245f82368b8e141f545654834ad336c954c2',
  alpenvault: 'did:ethr:0xffb8000011fdc6162b7c49db6dec9cbe977b6c31',
  granitequay: 'did:ethr:0x6fd29592f9344ab5027fbac3a7ea025729332a22',
  dunemark: 'did:ethr:0x7edec67c517d11b7a01b69c8882dde94f5c2d56b',
  capewind: 'did:ethr:0x29e135611b692b6013bcf4855d5f219188ab7671',
} as const

const norrland: DemoFacts = {
  legalName: 'Norrland Krypto AB',
  brand: 'Norrland',
  lei: 'FICT00UWEYLSU2UQAL78',
  country: 'SE',
  city: 'Umeå, Sweden',
  regulator: 'Finansinspektionen',
  currency: 'SEK',
  fiu: 'Finanspolisen',
  domain: 'norrland.example',
  founded: '2017-03-14',
  services: ['exchange', 'custody'],
  markets: ['SE', 'FI', 'NO', 'DK', 'DE'],
  officer: 'Karin Ekholm',
  owner: 'Johan Sandberg',
  protocols: ['TRP', 'TAP'],
  timeZone: 'Europe/Stockholm',
}
const alpenvault: DemoFacts = {
  legalName: 'Alpenvault Custody AG',
  brand: 'Alpenvault',
  lei: 'FICT00KJVIWWY7WHP431',
  country: 'CH',
  city: 'Zug, Switzerland',
  regulator: 'FINMA',
  currency: 'CHF',
  fiu: 'MROS',
  domain: 'alpenvault.example',
  founded: '2018-09-03',
  services: ['custody', 'staking'],
  markets: ['CH', 'LI', 'DE', 'AT', 'SG'],
  officer: 'Reto Amsler',
  owner: 'Ursina Caduff',
  protocols: ['TRP'],
  timeZone: 'Europe/Zurich',
}
const granitequay: DemoFacts = {
  legalName: 'Granitequay Markets LLC',
  brand: 'Granitequay',
  lei: 'FICT00EUV31UVLMNE559',
  country: 'US',
  city: 'New York, United States',
  regulator: 'FinCEN',
  currency: 'USD',
  fiu: 'FinCEN',
  domain: 'granitequay.example',
  founded: '2016-01-21',
  services: ['exchange', 'otc_desk'],
  markets: ['US', 'CA', 'MX', 'GB'],
  officer: 'Denise Okafor',
  owner: 'Peter Hallam',
  protocols: ['TRISA'],
  timeZone: 'America/New_York',
}
const dunemark: DemoFacts = {
  legalName: 'Dunemark Virtual Assets FZE',
  brand: 'Dunemark',
  lei: 'FICT0047VABNUT8D5972',
  country: 'AE',
  city: 'Dubai, United Arab Emirates',
  regulator: 'VARA',
  currency: 'AED',
  fiu: 'UAE FIU',
  domain: 'dunemark.example',
  founded: '2021-11-08',
  services: ['exchange', 'brokerage', 'otc_desk'],
  markets: ['AE', 'SA', 'IN', 'GB'],
  officer: 'Layla Mansour',
  owner: 'Omar Siddiqui',
  protocols: ['TRLight'],
  timeZone: 'Asia/Dubai',
}
const capewind: DemoFacts = {
  legalName: 'Capewind Crypto (Pty) Ltd',
  brand: 'Capewind',
  lei: 'FICT00U9XOLJX0Q91J07',
  country: 'ZA',
  city: 'Cape Town, South Africa',
  regulator: 'FSCA',
  currency: 'ZAR',
  fiu: 'Financial Intelligence Centre',
  domain: 'capewind.example',
  founded: '2019-05-27',
  services: ['exchange', 'payments'],
  markets: ['ZA', 'NA', 'BW', 'MU'],
  officer: 'Thandi Mokoena',
  owner: 'Pieter Vos',
  protocols: ['TRLight'],
  timeZone: 'Africa/Johannesburg',
}
const kestrelBay: DemoFacts = {
  legalName: 'Kestrel Bay Digital Assets Pte. Ltd.',
  brand: 'Kestrel Bay',
  lei: 'FICT00D3HLW864R5FJ88',
  country: 'SG',
  city: 'Singapore',
  currency: 'SGD',
  regulator: 'Monetary Authority of Singapore',
  fiu: 'STRO',
  founded: '2018-04-17',
  domain: 'kestrelbay.example',
  services: ['exchange', 'custody'],
  owner: 'Adeline Koh',
  markets: ['SG', 'MY', 'AU', 'JP', 'HK'],
  officer: 'Ana Reyes',
  protocols: ['TRLight', 'TRP'],
  timeZone: 'Asia/Singapore',
}

/** Norrland's second version: a licence more, a longer retention, a wind-down of kiosks. */
const norrlandBefore: Answers = {
  ...demoAnswers(norrland),
  C1: { services: ['exchange', 'custody', 'kiosks'] },
  D8: { years: '5' },
  F5: { how: 'manual', backlog: '9' },
  G3: { phase: 'active' },
  H2: {
    answer:
      'In one data centre in the country. Twenty analysts may see it. AES-256 at rest, TLS 1.2 in transit, deleted after five years.',
  },
}

/** Monitored for good reasons: its answers raise flags. */
const dunemarkAnswers: Answers = {
  ...demoAnswers(dunemark),
  A5: { lei: dunemark.lei, status: 'lapsed' },
  B5: {
    answer: 'yes',
    comment:
      'VARA fined the company in 2025 for late reporting. The fine is paid and the process rebuilt.',
  },
  C5: { answer: 'yes', comment: 'Two assets, deposits only, with a limit of AED 5,000 a day.' },
  G6: { answer: 'credited' },
}

/** The first sections whole, the next ones begun, and one answer that is half written. */
export function draftOfKestrelBay(): Answers {
  const answers = Object.entries(demoAnswers(kestrelBay))
  const { H3, ...rest } = Object.fromEntries(answers)
  const early = Object.entries(rest).filter(([id]) => /^([A-D]\d+|E[134]|F[123])$/.test(id))
  return { ...Object.fromEntries(early), ...(H3 && { H3 }), E5: { measures: 'Source of funds, ' } }
}

/** The questionnaires of the demo: five submitted, one of them twice, and a draft. */
export const demoQuestionnaires = (at: Date): SeedQuestionnaire[] => {
  const ago = (days: number) => new Date(at.getTime() - days * day)
  const one = (owner: string, facts: DemoFacts, days: number, answers = demoAnswers(facts)) => ({
    did: owner,
    versions: [
      { answers, signer: { name: facts.officer, role: 'Compliance officer' }, at: ago(days) },
    ],
  })
  const signer = { name: norrland.officer, role: 'Compliance officer' }
  return [
    {
      did: did.norrland,
      versions: [
        { answers: norrlandBefore, signer, at: ago(300) },
        { answers: demoAnswers(norrland), signer, at: ago(21) },
      ],
    },
    one(did.alpenvault, alpenvault, 120),
    one(did.granitequay, granitequay, 64),
    one(did.dunemark, dunemark, 33, dunemarkAnswers),
    one(did.capewind, capewind, 350),
    { did: did.kestrelBay, versions: [], draft: draftOfKestrelBay() },
  ]
}

/** Adds them, and what Kestrel Bay noted of Norrland's first version. */
export async function seedDemoQuestionnaires(
  database: Database<TrustTables>,
  at: Date,
): Promise<void> {
  for (const questionnaire of demoQuestionnaires(at))
    await seedQuestionnaire(database, questionnaire, at)
  const month = new Date(at.getTime() + 30 * day)
  for (const owner of [did.norrland, did.dunemark])
    await seedQuestionnaireGrant(
      database,
      { did: owner, requester: did.kestrelBay, until: month },
      new Date(at.getTime() - 2 * day),
    )
  const notes = {
    D: 'Programme and audit read. Findings closed.',
    F: 'Manual monitoring: ask again next year.',
  }
  const review = { did: did.kestrelBay, reviewed: did.norrland, version: 1, notes }
  await seedQuestionnaireReview(database, review, new Date(at.getTime() - 280 * day))
  await seedQuestionnaireThreads(database, questionsToNorrland, new Date(at.getTime() - day))
}

/** What Kestrel Bay asked of Norrland: one is settled, one waits. */
const questionsToNorrland = [
  {
    owner: did.norrland,
    requester: did.kestrelBay,
    version: 2,
    about: 'D5',
    texts: [
      'Which of the findings are still open, and who follows them up?',
      'None since October. The board’s audit committee closed the last two.',
    ],
    resolved: true,
  },
  {
    owner: did.norrland,
    requester: did.kestrelBay,
    version: 2,
    about: 'F',
    texts: ['When does the automated monitoring start, and what does it replace?'],
    resolved: false,
  },
]
