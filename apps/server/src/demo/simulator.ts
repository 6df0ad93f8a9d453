import type { SeedVasp } from '@countersign/trust'

/** The companies that answer transfers by a script. */
export const simulatorCompanies = {
  did: 'did:web:simulator.countersign.example',
  subsidiary: 'did:web:branch.simulator.countersign.example',
}

const company = (did: string, name: string, subsidiaryOf: string | null): SeedVasp => ({
  did,
  profile: {
    name,
    legalName: `${name} (not a real company)`,
    website: 'https://simulator.countersign.example',
    lei: null,
    jurisdictions: ['SG'],
    division: null,
    regulatoryAuthorities: [],
  },
  regulatoryStatus: 'Regulated',
  verificationStatus: 'VERIFIED',
  hasAdmin: true,
  isActiveReceiver: false,
  isNotifiable: false,
  compliancePhase: 'ENFORCED',
  subsidiaryOf,
  protocols: ['TRLight'],
  emailDomains: [],
  disabled: false,
})

/** The same as the directory shows them. */
export const simulatorVasps: readonly SeedVasp[] = [
  company(simulatorCompanies.did, 'Countersign Simulator', null),
  company(simulatorCompanies.subsidiary, 'Countersign Simulator Branch', simulatorCompanies.did),
]
