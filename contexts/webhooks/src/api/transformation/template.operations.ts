import type { Input, Output } from '@countersign/contracts'
import type {
  TemplateOut,
  TemplatePatch,
  TemplateUpdate,
  webhooks,
} from '@countersign/contracts/webhooks'
import { fail, invalid } from '@countersign/kit/errors'
import { id } from '@countersign/kit/ids'
import type { Core } from '../../core.ts'
import type { Sight } from '../../event-type.store.ts'
import { pageOf, travel } from '../../page.rules.ts'
import type { WebhooksTx } from '../../tables.ts'
import { inOrganisation } from '../bind.ts'
import type { InOrganisation } from '../gate.ts'
import {
  deleteTemplate,
  findTemplate,
  findTemplates,
  insertTemplate,
  type TemplateRow,
  type TemplateValues,
  updateTemplate,
} from './template.store.ts'
import { simulate } from './transformation.operations.ts'

type Op = typeof webhooks.transformationTemplate

/** Where a simulated message would go. */
const placeholderUrl = 'https://example.com/'

const showTemplate = (row: TemplateRow): TemplateOut => ({
  id: row.id,
  orgId: row.org_id,
  name: row.name,
  description: row.description,
  kind: row.kind === 'Slack' ? 'Slack' : 'Custom',
  logo: row.logo,
  instructions: row.instructions,
  instructionsLink: row.instructions_link,
  filterTypes: row.filter_types,
  featureFlag: row.feature_flag,
  transformation: row.transformation,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** An application's token sees the flagged templates that it names; an organisation's sees all. */
const sightOf = ({ bearer }: InOrganisation): Sight =>
  bearer.appId === undefined ? null : bearer.featureFlags

const unknown = () => fail('not_found', 'Entity not found')

const valuesOf = (body: TemplateUpdate): TemplateValues => {
  const { instructionsLink, filterTypes, featureFlag, ...rest } = body
  return {
    ...rest,
    instructions_link: instructionsLink,
    filter_types: filterTypes,
    feature_flag: featureFlag,
  }
}

/** Without the fields that are absent: those stay as they are. */
const changesOf = (body: TemplatePatch): Partial<TemplateValues> => ({
  ...(body.name !== undefined && { name: body.name }),
  ...(body.description !== undefined && { description: body.description }),
  ...(body.kind !== undefined && { kind: body.kind }),
  ...(body.logo !== undefined && { logo: body.logo }),
  ...(body.instructions !== undefined && { instructions: body.instructions }),
  ...(body.instructionsLink !== undefined && { instructions_link: body.instructionsLink }),
  ...(body.filterTypes !== undefined && { filter_types: body.filterTypes }),
  ...(body.featureFlag !== undefined && { feature_flag: body.featureFlag }),
  ...(body.transformation !== undefined && { transformation: body.transformation }),
})

const add = (tx: WebhooksTx, { clock }: Core, orgId: string, body: TemplateUpdate) =>
  insertTemplate(tx, orgId, id('trtmpl', clock()), valuesOf(body), new Date(clock()))

async function listTemplates({ database }: Core, at: InOrganisation, { query }: Input<Op['list']>) {
  const plan = travel(query, query.order)
  const rows = await database.withTenant(at.orgId, (tx) =>
    findTemplates(tx, at.orgId, sightOf(at), plan),
  )
  return pageOf(rows, plan, (row) => row.id, showTemplate)
}

async function createTemplate(
  core: Core,
  { orgId }: InOrganisation,
  { body }: Input<Op['create']>,
) {
  return showTemplate(await core.database.withTenant(orgId, (tx) => add(tx, core, orgId, body)))
}

async function getTemplate(
  { database }: Core,
  at: InOrganisation,
  { transformation_template_id: ref }: Input<Op['get']>,
) {
  const row = await database.withTenant(at.orgId, (tx) =>
    findTemplate(tx, at.orgId, ref, sightOf(at)),
  )
  if (!row) throw unknown()
  return showTemplate(row)
}

async function replaceTemplate(
  core: Core,
  { orgId }: InOrganisation,
  { transformation_template_id: ref, body }: Input<Op['update']>,
): Promise<Output<Op['update']>> {
  if (!/^trtmpl_[A-Za-z0-9]{27}$/.test(ref))
    throw invalid(['path', 'transformation_template_id'], 'Invalid id. Expected different prefix')
  return core.database.withTenant(orgId, async (tx) => {
    const row = await updateTemplate(tx, orgId, ref, valuesOf(body), new Date(core.clock()))
    if (row) return { status: 200, body: showTemplate(row) }
    return { status: 201, body: showTemplate(await add(tx, core, orgId, body)) }
  })
}

async function patchTemplate(
  { database, clock }: Core,
  { orgId }: InOrganisation,
  { transformation_template_id: ref, body }: Input<Op['patch']>,
) {
  const row = await database.withTenant(orgId, (tx) =>
    updateTemplate(tx, orgId, ref, changesOf(body), new Date(clock())),
  )
  if (!row) throw unknown()
  return showTemplate(row)
}

async function removeTemplate(
  { database }: Core,
  { orgId }: InOrganisation,
  { transformation_template_id: ref }: Input<Op['delete']>,
) {
  if (!(await database.withTenant(orgId, (tx) => deleteTemplate(tx, orgId, ref)))) throw unknown()
}

const simulateTemplate = (core: Core, { orgId }: InOrganisation, { body }: Input<Op['simulate']>) =>
  simulate(core, orgId, placeholderUrl, body)

export const transformationTemplate = {
  list: inOrganisation(listTemplates),
  create: inOrganisation(createTemplate),
  simulate: inOrganisation(simulateTemplate),
  get: inOrganisation(getTemplate),
  update: inOrganisation(replaceTemplate),
  patch: inOrganisation(patchTemplate),
  delete: inOrganisation(removeTemplate),
}
