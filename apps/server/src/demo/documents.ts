import type { Database } from '@countersign/kit/db'
import {
  type SeedDocument,
  type SeedRequest,
  type SeedVasp,
  seedDocuments,
  seedRequests,
  type TrustDeps,
  type TrustTables,
} from '@countersign/trust'
import { demoPdf } from './pdf.ts'

type Row = [
  company: string,
  type: SeedDocument['type'],
  title: string,
  expiresInDays: number | null,
  daysAgo: number,
  evidence?: SeedDocument['evidence'],
]
const documents: readonly Row[] = [
  ['Kestrel Bay Exchange', 'LICENCE', 'Major payment institution licence', 130, 212, 'ACCEPTED'],
  [
    'Kestrel Bay Exchange',
    'CERTIFICATE_OF_INCORPORATION',
    'Certificate of incorporation',
    null,
    212,
    'ACCEPTED',
  ],
  [
    'PampaDex',
    'CERTIFICATE_OF_INCORPORATION',
    'Certificado da junta comercial',
    null,
    9,
    'WAITING',
  ],
  ['PampaDex', 'LICENCE', 'Authorisation request to the central bank', 200, 9, 'WAITING'],
  ['Kestrel Bay UK', 'LICENCE', 'FCA registration', 320, 3, 'IN_REVIEW'],
  ['Kestrel Bay Exchange', 'AML_POLICY', 'AML and CFT policy 2026', 24, 96],
  ['Kestrel Bay Exchange', 'OWNERSHIP_CHART', 'Ownership chart', null, 41],
  ['Kestrel Bay Exchange', 'SOC2_REPORT', 'SOC 2 Type II report', 201, 12],
  ['Kestrel Bay Exchange', 'PENETRATION_TEST_SUMMARY', 'Penetration test 2025', -16, 380],
  ['Norrland Krypto', 'AML_POLICY', 'Policy on money laundering', 300, 60],
  ['Norrland Krypto', 'LICENCE', 'Registration with Finansinspektionen', 410, 60],
  ['Alpenvault Custody', 'ISO27001_CERT', 'ISO 27001 certificate', 520, 33],
]

const requests = (kestrelBay: string, didOf: (name: string) => string): SeedRequest[] => [
  {
    owner: kestrelBay,
    requester: didOf('Norrland Krypto'),
    documentType: 'LICENCE',
    status: 'PENDING',
    hoursAgo: 5,
    message: 'We review our counterparties each November and need your current licence.',
  },
  {
    owner: kestrelBay,
    requester: didOf('Alpenvault Custody'),
    documentType: 'OWNERSHIP_CHART',
    status: 'PENDING',
    hoursAgo: 52,
    message: 'Please tell us who owns 25% or more.',
  },
  {
    owner: kestrelBay,
    requester: didOf('Granitequay Markets'),
    documentType: 'SOC2_REPORT',
    status: 'APPROVED',
    hoursAgo: 70,
    decidedHoursAgo: 47,
    message: null,
  },
  {
    owner: kestrelBay,
    requester: didOf('Dunemark Virtual Assets'),
    documentType: 'FINANCIAL_STATEMENTS',
    status: 'DECLINED',
    hoursAgo: 200,
    decidedHoursAgo: 180,
    message: 'For our onboarding file.',
    reason: 'We share statements only under a confidentiality agreement.',
  },
  {
    owner: didOf('Norrland Krypto'),
    requester: kestrelBay,
    documentType: 'AML_POLICY',
    status: 'APPROVED',
    hoursAgo: 90,
    decidedHoursAgo: 66,
    message: 'Yearly review.',
  },
  {
    owner: didOf('Yuzuledger'),
    requester: kestrelBay,
    documentType: 'LICENCE',
    status: 'WAITING_FOR_INFORMATION',
    hoursAgo: 120,
    message: null,
  },
  {
    owner: didOf('Capewind Crypto'),
    requester: kestrelBay,
    documentType: 'AML_AUDIT_REPORT',
    status: 'REVOKED',
    hoursAgo: 700,
    decidedHoursAgo: 400,
    message: null,
    reason: 'The report is being replaced. Ask again in the new year.',
  },
]

/** Documents of some companies, and requests in all their states, in both directions. */
export async function seedDemoDocuments(
  database: Database<TrustTables>,
  storage: TrustDeps['documents'],
  vasps: readonly SeedVasp[],
  at: Date,
): Promise<void> {
  const nameOf = ({ profile }: SeedVasp) => String(Reflect.get(Object(profile), 'name'))
  const didOf = (name: string) => vasps.find((vasp) => nameOf(vasp) === name)?.did ?? ''
  const seeds = documents.map((row): SeedDocument => {
    const [company, type, title, expiresInDays, daysAgo, evidence] = row
    const expiresOn =
      expiresInDays === null
        ? null
        : new Date(at.getTime() + expiresInDays * 86_400_000).toISOString().slice(0, 10)
    const pdf = demoPdf(title, [
      company,
      '',
      'This document is part of the Countersign demo.',
      'The company, its staff and its documents are fictitious.',
      ...(expiresOn ? ['', `Valid until ${expiresOn}`] : []),
    ])
    const fileName = `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.pdf`
    return {
      did: didOf(company),
      type,
      title,
      fileName,
      expiresOn,
      pdf,
      daysAgo,
      ...(evidence && { evidence }),
    }
  })
  await seedDocuments(database, storage, seeds, at)
  await seedRequests(database, requests(didOf('Kestrel Bay Exchange'), didOf), at)
}
