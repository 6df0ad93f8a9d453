import * as z from 'zod/mini'
import { Did, Instant, Whole, WholeText } from '../common.ts'
import { type Contract, can } from '../operation.ts'
import { duplicateKinds } from './curation.ts'

/** The largest file of companies in bytes. */
export const importBytes = 32 * 1024 * 1024
/** Companies in one file at the most. */
export const importLimit = 10_000
/** Previews that wait for somebody's decision, at the most. */
export const openPreviews = 5

/** What a file is: our own columns, or records of GLEIF as it publishes them. */
export const importFormats = ['csv', 'gleif'] as const

/**
 * `preview`: nothing is created yet. `running` goes on by itself until it is `finished` or `cancelled`;
 * what is created stays. `undoing` takes the created companies back, until the import is `undone`.
 */
export const importStates = [
  'preview',
  'running',
  'finished',
  'cancelled',
  'undoing',
  'undone',
] as const

/**
 * - `ready`: becomes a company
 * - `duplicate`: the network or an earlier line seems to have this company; left out unless confirmed
 * - `rejected`: breaks a rule
 * - `imported`: is a company now
 * - `skipped`: became a duplicate, or impossible, between preview and import
 * - `undone`: was a company, and is taken back
 * - `kept`: stays although the import was undone
 */
export const importLineStates = [
  'ready',
  'duplicate',
  'rejected',
  'imported',
  'skipped',
  'undone',
  'kept',
] as const

/** An import of companies, and how far it is. */
export const CompanyImport = z.object({
  id: z.string(),
  fileName: z.string(),
  format: z.enum(importFormats),
  state: z.enum(importStates),
  /** Lines by state; all lines together are `total`. */
  counts: z.object({
    total: z.int(),
    ready: z.int(),
    duplicate: z.int(),
    rejected: z.int(),
    imported: z.int(),
    skipped: z.int(),
    undone: z.int(),
    kept: z.int(),
  }),
  createdAt: Instant,
  updatedAt: Instant,
  confirmedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
})
export type CompanyImport = z.infer<typeof CompanyImport>

/** A company or an earlier line that may be the same, compared as in the list of duplicates. */
const ImportDuplicate = z.object({
  by: z.enum(duplicateKinds),
  did: z.nullable(Did),
  name: z.nullable(z.string()),
  line: z.nullable(z.int()),
})
export type ImportDuplicate = z.infer<typeof ImportDuplicate>

/** Why a line is rejected, skipped or kept. */
const ImportProblem = z.object({
  /** The field at fault; null where it is none alone. */
  field: z.nullable(z.string()),
  reason: z.string(),
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** One line of a file, and what became of it. */
export const ImportLine = z.object({
  /** The line of the file; in JSON the number of the record, from 1. */
  line: z.int(),
  state: z.enum(importLineStates),
  /** What the company states, or will. */
  fields: z.record(z.string(), z.unknown()),
  emailDomains: z.array(z.string()),
  duplicates: z.array(ImportDuplicate),
  problems: z.array(ImportProblem),
  /** The company, once there is one. */
  did: z.nullable(Did),
})
export type ImportLine = z.infer<typeof ImportLine>

const access = can('trustframework.tfUpdate')
const returns = { 200: CompanyImport } as const
const page = {
  per_page: z._default(WholeText(1, 100), 25),
  cursor: z.optional(z.string().check(z.maxLength(600))),
}

/**
 * Companies that nobody has claimed yet, from a file: CSV with our columns, or GLEIF's CSV or JSON.
 * Base path `/api`.
 */
export const companyImport = {
  upload: {
    method: 'POST',
    path: '/tf/administration/imports',
    limit: 'import',
    summary: 'Preview an import file; nothing is created yet',
    access,
    upload: importBytes,
    body: z.strictObject({}),
    returns,
  },
  list: {
    method: 'GET',
    path: '/tf/administration/imports',
    summary: 'List company imports, newest first',
    access,
    query: z.object(page),
    returns: {
      200: z.object({ imports: z.array(CompanyImport), next: z.nullable(z.string()) }),
    },
  },
  get: {
    method: 'GET',
    path: '/tf/administration/imports/{importId}',
    summary: 'Get one import and its progress',
    access,
    returns,
  },
  lines: {
    method: 'GET',
    path: '/tf/administration/imports/{importId}/lines',
    summary: 'List an import’s lines in order, each with its outcome and reason',
    access,
    query: z.object({ state: z.optional(z.enum(importLineStates)), ...page }),
    returns: { 200: z.object({ lines: z.array(ImportLine), next: z.nullable(z.string()) }) },
  },
  rejected: {
    method: 'GET',
    path: '/tf/administration/imports/{importId}/rejected',
    summary: 'Download the rejected lines as CSV, to correct and upload again',
    access,
    download: true,
    returns: { 200: null },
  },
  confirm: {
    method: 'POST',
    path: '/tf/administration/imports/{importId}/confirm',
    summary: 'Import the ready lines in the background',
    access,
    body: z.strictObject({
      /** Duplicates by name or domain that are other companies after all, by line. */
      alsoLines: z._default(z.array(Whole(1)).check(z.maxLength(1000)), []),
    }),
    returns,
  },
  cancel: {
    method: 'POST',
    path: '/tf/administration/imports/{importId}/cancel',
    summary: 'Stop an import; companies already imported stay until undone',
    access,
    returns,
  },
  undo: {
    method: 'POST',
    path: '/tf/administration/imports/{importId}/undo',
    summary: 'Undo an import, except companies that have since been claimed, changed or referenced',
    access,
    returns,
  },
} as const satisfies Contract[string]
