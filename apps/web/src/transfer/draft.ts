import { networkWords } from '@countersign/contracts/transactions'
import { nobody, type Party, personOf } from '../party/index.ts'

/** A transfer as it is entered. */
export interface TransferDraft {
  beneficiary: string
  asset: string
  amount: string
  destination: string
  tag: string
  origin: string
  reference: string
  from: Party
  to: Party
}

const asset = (symbol: string, network: string) => ({
  key: `${symbol}.${network}`,
  symbol,
  network,
  label: `${symbol} on ${networkWords(network)}`,
})

/** The assets that the form offers. The API takes every other one too. */
export const assets = [
  asset('BTC', 'bitcoin'),
  asset('ETH', 'ethereum'),
  asset('USDC', 'ethereum'),
  asset('USDT', 'ethereum'),
  asset('USDT', 'tron'),
  asset('SOL', 'solana'),
  asset('XRP', 'xrpl'),
  asset('XLM', 'stellar'),
  asset('LTC', 'litecoin'),
] as const

/** A form in which nothing is entered yet. */
export const emptyDraft: TransferDraft = {
  beneficiary: '',
  asset: 'ETH.ethereum',
  amount: '',
  destination: '',
  tag: '',
  origin: '',
  reference: '',
  from: nobody,
  to: nobody,
}

/** Somebody invented, with everything that any law asks for. */
const somebody = (firstName: string, lastName: string): Party => ({
  kind: 'person',
  firstName,
  lastName,
  street: 'Rehearsal Road',
  number: '7',
  town: 'Bayfront',
  country: 'SG',
  birthDate: '1986-02-11',
  birthPlace: 'Bayfront',
  customerId: 'K-7',
})

/** A transfer with invented people, for trying the simulator. */
export const sampleDraft = (beneficiary: string, destination: string): TransferDraft => ({
  beneficiary,
  asset: 'ETH.ethereum',
  amount: '1',
  destination,
  tag: '',
  origin: '0x52908400098527886E0F7030069857D2E4169EE7',
  reference: '',
  from: somebody('Sandra', 'Sample'),
  to: somebody('Robin', 'Receiver'),
})

/** The draft as the request of a company. */
export function bodyOf(company: string, draft: TransferDraft) {
  const chosen = assets.find(({ key }) => key === draft.asset)
  const { origin, tag, reference } = trimmed(draft)
  const [from, to] = [personOf(draft.from), personOf(draft.to)]
  return {
    vaspDID: company,
    originatorVASPdid: company,
    ...(draft.beneficiary && { beneficiaryVASPdid: draft.beneficiary }),
    transactionAsset: chosen?.symbol ?? draft.asset,
    ...(chosen && { network: chosen.network }),
    amount: draft.amount.trim(),
    ...(reference && { transactionRef: reference }),
    transactionBlockchainInfo: {
      destination: draft.destination.trim(),
      ...(tag && { destinationTag: tag }),
      ...(origin && { origin }),
    },
    ivms101: {
      ...(from && {
        originator: {
          originatorPerson: [from],
          ...(origin && { accountNumber: [origin] }),
        },
      }),
      ...(to && {
        beneficiary: { beneficiaryPerson: [to], accountNumber: [draft.destination.trim()] },
      }),
      payloadMetadata: { payloadVersion: '101.2023' },
    },
  }
}

const trimmed = ({ origin, tag, reference }: TransferDraft) => ({
  origin: origin.trim(),
  tag: tag.trim(),
  reference: reference.trim(),
})
