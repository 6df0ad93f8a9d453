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
import type { RegisterConfig } from './register-config.ts'

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
