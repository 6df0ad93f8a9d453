import {
  type PublicVasp,
  presentationOf,
  profileFields,
  type Vasp,
} from '@countersign/contracts/trust'
import { countryName, RuleStatus } from '../jurisdiction/index.ts'
import { Panel } from '../ui/page/panel.tsx'
import { DescriptionList } from '../ui/value/description-list.tsx'
import { Time } from '../ui/value/time.tsx'
import { FieldValue, Issuer } from './field-value.tsx'
import { RegulatoryStatus } from './regulatory-status.tsx'

type Shown = PublicVasp & Partial<Vasp>

/** What a company says of itself and what the network says of it, with who said so. */
export function CompanyOverview({ vasp }: { vasp: Shown }) {
  const sections = [
    ...Map.groupBy(
      profileFields.filter((name) => name !== 'name' && isShown(vasp, name)),
      (name) => presentationOf(name).section,
    ),
  ]
  const panels = sections.map(([section, names]) => (
    <Panel key={section} title={section}>
      <DescriptionList
        facts={[
          ...(section === 'Regulation'
            ? [
                {
                  term: 'Status',
                  value: <RegulatoryStatus status={vasp.regulatoryStatus} />,
                },
              ]
            : []),
          ...names.map((name) => ({
            term: presentationOf(name).label,
            value: vasp[name] != null && (
              <>
                <FieldValue name={name} value={vasp[name]} />
                <Issuer of={vasp} field={name} />
              </>
            ),
          })),
        ]}
      />
    </Panel>
  ))
  const all = vasp.protocols ? [...panels, <Rollout key="rollout" vasp={vasp} />] : panels
  return (
    <div className="flex flex-col gap-4 lg:flex-row lg:items-start">
      {[0, 1].map((column) => (
        <div key={column} className="flex min-w-0 flex-1 flex-col gap-4">
          {all.filter((_, at) => at % 2 === column)}
        </div>
      ))}
    </div>
  )
}

/** Empty fields are shown where a counterparty would miss them; the others only with a value. */
const expected = new Set(['legalName', 'website', 'lei', 'jurisdictions', 'complianceContact'])

const isShown = (vasp: Shown, name: (typeof profileFields)[number]) =>
  vasp[name] != null || (vasp.issuers !== undefined && expected.has(name))

function Rollout({ vasp }: { vasp: Shown }) {
  const { compliancePhaseData: data } = vasp
  return (
    <Panel title="Travel Rule rollout">
      <DescriptionList
        facts={[
          { term: 'Phase', value: vasp.compliancePhase && phases[vasp.compliancePhase] },
          ...(data?.plannedNextPhase
            ? [
                {
                  term: 'Planned',
                  value: [phases[data.plannedNextPhase], data.plannedDate]
                    .filter(Boolean)
                    .join(', from '),
                },
              ]
            : []),
          { term: 'Protocols', value: vasp.protocols?.join(', ') },
          { term: 'Reachable', value: vasp.isNotifiable ? 'Yes' : 'No' },
          ...(vasp.lastSentDate
            ? [{ term: 'Last sent', value: <Time value={vasp.lastSentDate} /> }]
            : []),
          ...(vasp.lastReceivedDate
            ? [{ term: 'Last received', value: <Time value={vasp.lastReceivedDate} /> }]
            : []),
          {
            term: 'Travel Rule status',
            value: vasp.jurisdictionStatus && vasp.jurisdictionStatus.length > 0 && (
              <ul>
                {vasp.jurisdictionStatus.map(({ country, status }) => (
                  <li key={country}>
                    {countryName(country)}: <RuleStatus country={country} status={status} />
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </Panel>
  )
}

const phases: Record<Vasp['compliancePhase'], string> = {
  NOT_STARTED: 'Not started: doesn’t send or answer',
  PREPARING: 'Preparing: answers manually',
  SUNRISE: 'Sunrise: answers, doesn’t send yet',
  ACTIVE: 'Active: sends and answers',
  ENFORCED: 'Enforced: holds transfers until they are accepted',
}
