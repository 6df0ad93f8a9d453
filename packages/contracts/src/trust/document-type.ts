import * as z from 'zod/mini'

/** The questionnaire, as a type of document: the one name that the wire had before ours. */
export const questionnaireType = 'DDQ for Travel Rule Data Sharing'

/** What a document is, with its name for people. */
export const documentTypeLabels = {
  [questionnaireType]: 'Travel Rule questionnaire',
  CERTIFICATE_OF_INCORPORATION: 'Certificate of incorporation',
  LICENCE: 'Licence',
  AML_POLICY: 'AML policy',
  SANCTIONS_POLICY: 'Sanctions policy',
  OWNERSHIP_CHART: 'Ownership chart',
  ORG_CHART: 'Organisation chart',
  SOC2_REPORT: 'SOC 2 report',
  ISO27001_CERT: 'ISO 27001 certificate',
  PENETRATION_TEST_SUMMARY: 'Penetration test summary',
  AML_AUDIT_REPORT: 'AML audit report',
  WOLFSBERG_OR_GDF_DDQ: 'Wolfsberg or GDF questionnaire',
  PRIVACY_POLICY: 'Privacy policy',
  FINANCIAL_STATEMENTS: 'Financial statements',
  OTHER: 'Other document',
} as const

/** One type of document. */
export const DocumentType = z.enum([
  questionnaireType,
  'CERTIFICATE_OF_INCORPORATION',
  'LICENCE',
  'AML_POLICY',
  'SANCTIONS_POLICY',
  'OWNERSHIP_CHART',
  'ORG_CHART',
  'SOC2_REPORT',
  'ISO27001_CERT',
  'PENETRATION_TEST_SUMMARY',
  'AML_AUDIT_REPORT',
  'WOLFSBERG_OR_GDF_DDQ',
  'PRIVACY_POLICY',
  'FINANCIAL_STATEMENTS',
  'OTHER',
] as const satisfies (keyof typeof documentTypeLabels)[])
export type DocumentType = z.infer<typeof DocumentType>
