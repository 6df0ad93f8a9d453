import { isLei } from '@countersign/contracts/trust'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { countryName } from '../jurisdiction/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { wordsOf } from '../ui/value/words-of.ts'
import { maybeWallet, WalletOwner } from './wallet-owner.tsx'

/**
 * For words that no company of the network matches: what the registers outside know by them, and a
 * letter that asks the company in.
 */
export function Elsewhere({ words }: { words: string }) {
  const [asked, setAsked] = useState<string>()
  const byLei = isLei(words.toUpperCase())
  const once = { retry: false, staleTime: 600_000 }
  const gleif = useOperation(
    api.registry.searchGleif,
    { query: { LEI: words.toUpperCase() } },
    { ...once, enabled: byLei && asked === words },
  )
  const vaspnet = useOperation(
    api.registry.searchVaspnet,
    { query: { vaspName: words } },
    { ...once, enabled: !byLei && asked === words },
  )
  const found = byLei ? gleif : vaspnet
  const rows = byLei ? gleif.data && [inGleif(gleif.data)] : vaspnet.data && inVaspnet(vaspnet.data)
  const register = byLei ? 'GLEIF' : 'VASPnet'
  return (
    <div className="flex w-full max-w-xl flex-col items-center gap-3">
      {maybeWallet(words) && <WalletOwner words={words} />}
      <p className="max-w-[55ch] text-muted">
        It may not be in the network yet. Search a register, or ask the company to join.
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          pending={found.isFetching}
          onClick={() => (asked === words ? void found.refetch() : setAsked(words))}
        >
          Search {register}
        </Button>
        <a href={invitation(words)} className={buttonClass()}>
          <Mail size={16} aria-hidden />
          Invite this company
        </a>
      </div>
      {asked === words && (
        <div className="w-full text-left" aria-live="polite">
          {found.error && (
            <Notice tone="warning" title={`${register} couldn’t be reached`}>
              {wordsOf(found.error)}
            </Notice>
          )}
          {found.isLoading && <SkeletonLines lines={3} label={`Searching ${register}`} />}
          {rows?.length === 0 && (
            <p className="text-center text-sm text-muted">
              {register} has no match for “{words}” either.
            </p>
          )}
          {rows && rows.length > 0 && (
            <ul
              aria-label={`Found in ${register}`}
              className="divide-y divide-line rounded-panel border border-line"
            >
              {rows.map((one) => (
                <li
                  key={one.id}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm"
                >
                  <span className="min-w-0 flex-1 basis-48">
                    <span className="font-medium wrap-anywhere">{one.name}</span>
                    <span className="block text-muted">
                      {one.facts.filter(Boolean).join(' · ')}
                    </span>
                  </span>
                  {one.number && <CopyText value={one.number} label="number" />}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  )
}

type Answer<C extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<C>>

const inVaspnet = ({ vaspResults }: Answer<typeof api.registry.searchVaspnet>) =>
  vaspResults.slice(0, 10).map((one) => ({
    id: one.externalId,
    name: one.name,
    number: one.licenceNumber,
    facts: [countryName(one.countryCode), one.regulator],
  }))

const inGleif = (one: Answer<typeof api.registry.searchGleif>) => ({
  id: one.lei,
  name: one.legalName,
  number: one.lei,
  facts: [one.jurisdiction, one.entityStatus],
})

/** A letter of one's own: nobody gets mail from us who did not ask for it. */
const invitation = (words: string) => {
  const subject = 'Join us in the Countersign network'
  const body = [
    'Hello,',
    '',
    `We looked for ${words} in the Countersign network, where companies exchange Travel Rule data, and couldn’t find you.`,
    'You can register here:',
    `${location.origin}/auth/get-started?source=invitation`,
  ].join('\n')
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
