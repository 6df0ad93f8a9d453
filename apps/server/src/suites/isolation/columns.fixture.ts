import { createHash } from 'node:crypto'
import { Profile, presentationOf, profileFields } from '@countersign/contracts/trust'
import type pg from 'pg'
import { schemas } from '../product-fields.fixture.ts'

/** Who may read what stands in a column: whoever asks, the members of the network, or the company alone. */
export type Readers = 'anyone' | 'network' | 'own'

/** Where a canary stands, and who may read it. */
export type Place = readonly [name: string, readers: Readers]

/** A column that can hold a text, in a table whose rows are a company's. */
export type TextColumn = {
  readonly table: string
  readonly column: string
  /** `schema.table.column` */
  readonly name: string
  readonly type: string
  /** Which of the table's rows are the company's, given its DID as `$1`. */
  readonly rows: string
  /** Why the column cannot hold a free text, where the database says so. */
  readonly bound: string | null
}

/**
 * Columns whose words are the contract's: every answer is parsed by its lists, so that another text would
 * end in a 500 and could not get out. What the database itself binds is not here.
 */
export const wordsOfContract: Readonly<Record<string, string>> = {
  'trust.ddq_answer.question': 'the number of a question',
  'trust.ddq_editor.section': 'the letter of a section',
  'trust.ddq_mark.section': 'the letter of a section',
  'trust.ddq_thread.about': 'the letter of a section, or the number of a question',
  'trust.document.document_type': 'a type of document',
  'trust.document_request.document_type': 'a type of document',
  'trust.information.document_type': 'a type of document',
  'trust.review.review_value': 'a verdict',
  'trust.review_history.reasons': 'the codes of reasons',
  'trust.review_waiting.reasons': 'the codes of reasons',
  'trust.verification_move.action': 'a move',
  'trust.verification_move.checks': 'the names of checks',
  'trust.verification_move.from_status': 'a state',
  'trust.verification_move.to_status': 'a state',
  'trust.vasp.compliance_phase': 'a phase',
  'trust.vasp.regulatory_status': 'what the regulator says, in one of six words',
}

/** What the directory publishes. All other columns are the company's alone. */
export const published: Readonly<Record<string, Readers>> = {
  'trust.vasp.logo': 'anyone',
  'trust.vasp.protocols': 'network',
  'trust.vasp.compliance_phase_data': 'network',
}

/** The tables of a company's people, who are found by their membership. */
const ofPeople: Readonly<Record<string, string>> = {
  'identity."user"': 'id',
  'identity.session': 'user_id',
}

const people = 'select user_id from identity.membership where vasp_did = $1 and ended_at is null'

/** A mark that stands nowhere else, for a column or a part of one. */
export const canaryOf = (name: string) =>
  `cn${createHash('sha256').update(name).digest('hex').slice(0, 16)}`

/** What {@link canaryOf} makes. */
export const canaryForm = /cn[0-9a-f]{16}/g

/** Every column of a company's rows that can hold a text, as the database has them. */
export async function textColumns(owner: pg.Pool): Promise<TextColumn[]> {
  const { rows } = await owner.query<Omit<TextColumn, 'rows' | 'name'> & { tenant: boolean }>(
    `select n.nspname || '.' || quote_ident(c.relname) as "table", a.attname as "column",
       format_type(a.atttypid, null) as type, bool_or(t.attname is not null) as tenant,
       case when a.attgenerated <> '' then 'made of other columns'
         when a.attname = 'vasp_did' then 'the company itself'
         when bool_or(k.contype = 'f' and a.attnum = any(k.conkey)) then 'refers to another table'
         when bool_or(k.contype = 'c' and pg_get_constraintdef(k.oid)
           ~ ('^CHECK \\(\\(\\(?' || a.attname || ' = ANY \\(ARRAY\\[[^]]*\\]\\)\\)?\\)\\)$')) then 'one of a list'
       end as bound
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_attribute t on t.attrelid = c.oid and t.attname = 'vasp_did' and not t.attisdropped
     left join pg_constraint k on k.conrelid = c.oid
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
       and format_type(a.atttypid, null) ~ '^(text|citext|character|name|uuid|xml|json)'
     group by n.nspname, c.relname, a.attname, a.attnum, a.atttypid, a.attgenerated
     order by 1, a.attnum`,
    [schemas],
  )
  return rows.flatMap(({ tenant, ...column }) => {
    const person = ofPeople[column.table]
    const own = tenant ? 'vasp_did = $1' : person && `${person} in (${people})`
    const name = `${column.table.replaceAll('"', '')}.${column.column}`
    return own === undefined ? [] : [{ ...column, name, rows: own }]
  })
}

/** The columns that must hold a canary. */
export const freeColumns = async (owner: pg.Pool): Promise<TextColumn[]> =>
  (await textColumns(owner)).filter(
    ({ name, bound }) => bound === null && !Object.hasOwn(wordsOfContract, name),
  )

/** Ids that are drawn at random are marks already, and others refer to them. */
const isRandom = `~ '([0-9A-Za-z]{27}|[0-9a-f]{8}-[0-9a-f-]{27})$'`

/** Values with the canary in a form that the contract takes, where adding it to what is there does not do. */
const forms: Readonly<Record<string, string>> = {
  'trust.vasp.compliance_phase_data': `jsonb_build_object('note', $2::text)`,
  'trust.vasp.email_domains': `email_domains || ($2::text || '.example')`,
  'trust.review_history.evidence': `evidence || jsonb_build_object('kind', 'OTHER', 'reference', $2::text)`,
  'trust.registry_record.record': `record || jsonb_build_object('legalName', $2::text)`,
}

const added: Readonly<Record<string, (column: string) => string>> = {
  text: (column) => `coalesce(${column}, '') || $2`,
  'text[]': (column) => `coalesce(${column}, '{}') || $2::text`,
  jsonb: (column) => `${column} || case jsonb_typeof(${column}) when 'object'
    then jsonb_build_object('canary', $2::text) else to_jsonb(array[$2::text]) end`,
}

/** Whether the company's rows hold the column's canary, or random ids of their own. */
export async function isMarked(owner: pg.Pool, did: string, one: TextColumn): Promise<boolean> {
  const { rows } = await owner.query<{ marked: boolean }>(
    `select coalesce(bool_or(strpos("${one.column}"::text, $2) > 0), false)
       or coalesce(bool_and("${one.column}"::text ${isRandom}), false) as marked
     from ${one.table} where ${one.rows}`,
    [did, canaryOf(one.name)],
  )
  return rows[0]?.marked ?? false
}

/**
 * Marks every column that has no mark yet, in all of the company's rows.
 * @returns the columns that must be marked
 */
export async function plantCanaries(owner: pg.Pool, did: string): Promise<TextColumn[]> {
  const columns = await freeColumns(owner)
  for (const one of columns) {
    if (one.name === 'trust.vasp.profile' || (await isMarked(owner, did, one))) continue
    const value = forms[one.name] ?? added[one.type]?.(`"${one.column}"`)
    if (value === undefined) throw new Error(`No canary for a ${one.type}: ${one.name}`)
    await owner
      .query(`update ${one.table} set "${one.column}" = ${value} where ${one.rows}`, [
        did,
        canaryOf(one.name),
      ])
      .catch((cause: unknown) => {
        throw new Error(`No canary fits into ${one.name}`, { cause })
      })
  }
  await owner.query('update trust.vasp set profile = profile || $2 where vasp_did = $1', [
    did,
    JSON.stringify({
      ...Object.fromEntries(markedProfile),
      canary: canaryOf('trust.vasp.profile'),
    }),
  ])
  return columns
}

/** The fields of a company that can hold a text and are not for everyone, with their canaries. */
const markedProfile: readonly (readonly [field: string, value: unknown])[] = profileFields.flatMap(
  (field) => {
    const mark = canaryOf(`trust.vasp.profile.${field}`)
    const forms = [mark, `${mark}@x.example`, [mark], `did:key:${mark}`]
    const value = forms.find((one) => Profile.safeParse({ [field]: one }).success)
    const { visibility } = presentationOf(field)
    return value === undefined || visibility === 'public' ? [] : [[field, value] as const]
  },
)

/** Every canary with the column that it stands in, and who may read it. */
export function readersOf(columns: readonly TextColumn[]): ReadonlyMap<string, Place> {
  const places: Place[] = [
    ...columns.map(({ name }): Place => [name, published[name] ?? 'own']),
    ...profileFields.map((field): Place => {
      const { visibility } = presentationOf(field)
      const readers = { public: 'anyone', network: 'network', members: 'own' } as const
      return [`trust.vasp.profile.${field}`, readers[visibility]]
    }),
  ]
  return new Map(places.map((place) => [canaryOf(place[0]), place]))
}
