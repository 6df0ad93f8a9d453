import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { wordsOf } from '../ui/value/words-of.ts'

/** Words that may be an address on a chain: long, and without anything that names have. */
export const maybeWallet = (words: string): boolean => /^(0x)?[A-Za-z0-9:]{25,120}$/.test(words)

/** Whose a wallet is, as far as the own address book knows it or its owner discloses it. */
export function WalletOwner({ words }: { words: string }) {
  const [asked, setAsked] = useState(false)
  const company = useCompany() ?? ''
  const { reason } = useCan(api.address.owner)
  const owner = useOperation(
    api.address.owner,
    { address: words, query: { vasp_did: company } },
    { enabled: asked, retry: false },
  )
  const did = owner.data?.owner_vasp_did
  const found = useOperation(api.vasp.get, { did: did ?? '' }, { enabled: Boolean(did) })
  return (
    <div className="flex flex-col items-center gap-2" aria-live="polite">
      <Button disabledReason={reason} pending={owner.isFetching} onClick={() => setAsked(true)}>
        Look up this wallet
      </Button>
      {owner.error && <p className="text-sm text-danger">{wordsOf(owner.error)}</p>}
      {owner.data &&
        (did ? (
          <p>
            It belongs to{' '}
            <Link to="/network/vasps/$did" params={{ did }} className={linkClass}>
              {found.data?.name ?? did}
            </Link>
          </p>
        ) : (
          <p className="text-sm text-muted">
            {owner.data.address_type === 'UNHOSTED'
              ? 'A self-hosted wallet in your address book.'
              : 'It isn’t in your address book, and no company that discloses its wallets to you has it.'}
          </p>
        ))}
    </div>
  )
}
