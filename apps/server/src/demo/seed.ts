import { readFile } from 'node:fs/promises'
import type { Identity, SeedUser } from '@countersign/identity'
import type { Database } from '@countersign/kit/db'
import { type SeedVasp, seedVasps, type TrustDeps, type TrustTables } from '@countersign/trust'
import { z } from 'zod'
import { demoCredentials } from './credentials.ts'
import { seedDemoDocuments } from './documents.ts'
import { seedDemoGovernance } from './governance.ts'
import { seedNetwork } from './network.ts'
import { seedDemoQuestionnaires } from './questionnaires.ts'
import { simulatorVasps } from './simulator.ts'
import { demoPeople, demoUsers, saltmarsh } from './users.ts'

const Seed = z.array(
  z.object({
    did: z.string(),
    name: z.string(),
    legalName: z.string(),
    lei: z.string().nullable(),
    website: z.string(),
    emailDomains: z.array(z.string()),
    jurisdictions: z.array(z.string()),
    division: z.string().nullable(),
    regulatoryAuthorities: z.array(z.string()),
    regulatoryStatus: z.string(),
    verificationStatus: z.string(),
    hasAdmin: z.boolean(),
    isInNetwork: z.boolean(),
    isNotifiable: z.boolean(),
    compliancePhase: z.string(),
    subsidiaryOf: z.string().nullable(),
    protocols: z.array(z.string()),
  }),
)

/** The demo's companies, as the network would know them. */
export async function demoVasps(): Promise<SeedVasp[]> {
  const text = await readFile(new URL('../../demo/vasps.json', import.meta.url), 'utf8')
  const vasps = Seed.parse(JSON.parse(text)).map((vasp) => ({
    did: vasp.did,
    profile: {
      name: vasp.name,
      legalName: vasp.legalName,
      website: vasp.website,
      lei: vasp.lei,
      jurisdictions: vasp.jurisdictions,
      division: vasp.division,
      regulatoryAuthorities: vasp.regulatoryAuthorities,
    },
    regulatoryStatus: vasp.regulatoryStatus,
    verificationStatus:
      vasp.verificationStatus === 'PENDING' ? 'PENDING_REVIEW' : vasp.verificationStatus,
    hasAdmin: vasp.hasAdmin,
    isActiveReceiver: vasp.isInNetwork,
    isNotifiable: vasp.isNotifiable,
    compliancePhase: vasp.compliancePhase,
    subsidiaryOf: vasp.subsidiaryOf,
    protocols: vasp.protocols,
    emailDomains: vasp.emailDomains,
    disabled: vasp.did === saltmarsh,
  }))
  return [...vasps, ...simulatorVasps]
}

/** The DID of a demo company by its name. */
export async function demoCompanies(): Promise<(name: string) => string> {
  const vasps = await demoVasps()
  const dids = new Map(vasps.map(({ did, profile }) => [nameOf(profile), did]))
  return (name) => {
    const did = dids.get(name)
    if (did === undefined) throw new Error(`The demo has no company ${name}`)
    return did
  }
}

const nameOf = (profile: unknown): unknown =>
  typeof profile === 'object' && profile !== null ? Reflect.get(profile, 'name') : undefined

/** Adds the demo's companies and users where they are missing; what people changed stays. */
export async function seedDemo(
  database: Database<TrustTables>,
  identity: Identity,
  at: Date,
  documents: TrustDeps['documents'],
): Promise<number> {
  const vasps = await demoVasps()
  const added = await seedVasps(database, vasps, at)
  await seedDemoGovernance(database, vasps, at)
  await seedNetwork(database, vasps, at)
  await seedDemoDocuments(database, documents, vasps, at)
  await seedDemoQuestionnaires(database, at)
  await identity.ensureUsers(demoUsers satisfies readonly SeedUser[])
  await identity.ensureWaiting(demoPeople)
  await identity.ensureCredentials(demoCredentials(at))
  return added
}
