import type { PublicVasp, Vasp } from '@countersign/contracts/trust'
import { Link } from '@tanstack/react-router'
import { api, useOperation } from '../api/index.ts'
import { Panel } from '../ui/page/panel.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { linkClass } from '../ui/value/link.tsx'

/** The companies of a group: whom this one belongs to, and who belongs to it. */
export function CompanyGroup({ vasp }: { vasp: PublicVasp & Partial<Vasp> }) {
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      {vasp.subsidiaryOf && <Parent did={vasp.subsidiaryOf} />}
      {vasp.subsidiaries && vasp.subsidiaries.length > 0 && (
        <Panel
          title="Subsidiaries"
          description="Thresholds and required data differ by legal entity: check which one receives the transfer."
        >
          <ul className="flex flex-col gap-2">
            {vasp.subsidiaries.map((one) => (
              <Member key={one.did} {...one} />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

function Parent({ did }: { did: string }) {
  const { data } = useOperation(api.vasp.get, { did, query: { fields: 'name' } })
  return (
    <Panel title="Belongs to">
      <ul>
        <Member did={did} name={data?.name ?? 'Parent company'} />
      </ul>
    </Panel>
  )
}

const Member = ({ did, name }: { did: string; name: string }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
    <Link to="/network/vasps/$did" params={{ did }} className={linkClass}>
      {name}
    </Link>
    <CopyText value={did} label="DID" />
  </li>
)
