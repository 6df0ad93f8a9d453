import { readFileSync } from 'node:fs'
import {
  bundledGleif,
  type Gleif,
  gleifOverHttp,
  type LicenceRegister,
  noGleif,
  noRegister,
  registerFromCsv,
  registerOverHttp,
} from '@countersign/trust'
import { z } from 'zod'

const url = z.url({ protocol: /^https?$/ })

/** The keys of registers outside the network. */
export const registerKeys = {
  /** Absent: a few records that come along; `off`: no look-up. The real one: https://api.gleif.org/api/v1 */
  GLEIF_BASE_URL: z.union([z.literal('off'), url]).optional(),
  /** Absent: none, in the demo the demo's file. */
  VASP_DIRECTORY: z.enum(['none', 'csv', 'http']).optional(),
  VASP_DIRECTORY_CSV: z.string().min(1).optional(),
  VASP_DIRECTORY_URL: url.optional(),
  VASP_DIRECTORY_TOKEN: z.string().min(1).optional(),
  /** JSON: our name of a field → theirs. */
  VASP_DIRECTORY_FIELDS: z
    .string()
    .optional()
    .transform((text, context) => {
      try {
        return z.record(z.string(), z.string()).parse(JSON.parse(text ?? '{}'))
      } catch {
        context.addIssue('Expected a JSON object of strings')
        return z.NEVER
      }
    }),
}

const Keys = z.object(registerKeys)
type RegisterConfig = z.infer<typeof Keys> & { readonly demo: boolean }

/** What the chosen kind of register needs besides. */
export function registerMistakes(given: Readonly<Record<string, unknown>>): string[] {
  const needed = {
    csv: ['VASP_DIRECTORY_CSV'],
    http: ['VASP_DIRECTORY_URL', 'VASP_DIRECTORY_TOKEN'],
  }
  const kind = given.VASP_DIRECTORY
  if (kind !== 'csv' && kind !== 'http') return []
  return needed[kind]
    .filter((key) => !given[key])
    .map((key) => `${key}: missing although VASP_DIRECTORY is ${kind}`)
}

const fileAt = (path: string | URL) => readFileSync(path, 'utf8')
const here = (path: string) => fileAt(new URL(`../${path}`, import.meta.url))

/** The registers of this deployment. @throws when a file cannot be read */
export function registersOf(
  config: RegisterConfig,
  clock: () => number,
): { gleif: Gleif; licences: LicenceRegister } {
  return { gleif: gleifOf(config, clock), licences: licencesOf(config) }
}

function gleifOf({ GLEIF_BASE_URL: baseUrl, demo }: RegisterConfig, clock: () => number): Gleif {
  if (baseUrl === 'off') return noGleif
  if (baseUrl) return gleifOverHttp({ baseUrl, clock })
  const files = ['registers/gleif.json', ...(demo ? ['demo/gleif.json'] : [])]
  return bundledGleif(files.flatMap((file) => z.array(z.unknown()).parse(JSON.parse(here(file)))))
}

function licencesOf(config: RegisterConfig): LicenceRegister {
  const { VASP_DIRECTORY: kind = config.demo ? 'demo' : 'none' } = config
  if (kind === 'demo') return registerFromCsv(here('demo/vaspnet.csv'))
  if (kind === 'csv') return registerFromCsv(fileAt(config.VASP_DIRECTORY_CSV ?? ''))
  if (kind === 'http')
    return registerOverHttp({
      url: config.VASP_DIRECTORY_URL ?? '',
      token: config.VASP_DIRECTORY_TOKEN ?? '',
      fields: config.VASP_DIRECTORY_FIELDS,
    })
  return noRegister
}
