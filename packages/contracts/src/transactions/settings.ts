import * as z from 'zod/mini'
import { Whole } from '../common.ts'
import { CheckKind } from './check.ts'

/** An amount of the company's own currency from which on two persons are needed; null: one is enough. */
const From = z.nullable(
  z
    .string()
    .check(z.regex(/^(0|[1-9][0-9]{0,11})(\.[0-9]{1,4})?$/, 'Expected an amount such as 10000')),
)
/** ISO 3166-1 alpha-2. */
const Country = z.string().check(z.regex(/^[A-Z]{2}$/, 'Expected a country code such as SG'))
const between = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max))

/** How a company wants its transfers treated. */
export const TransferSettings = z.strictObject({
  /** What becomes of a transfer that the counterparty doesn't answer. */
  onNoResponse: z.strictObject({
    action: z.enum(['WAIT', 'CANCEL']),
    afterMinutes: between(1, 43_200),
    /** Countries to whose companies the coins go without an answer, whatever `action` says. Their law must allow it. */
    processFor: z._default(z.array(Country).check(z.maxLength(250)), []),
  }),
  fourEyes: z.strictObject({
    approveFrom: From,
    acceptFrom: From,
    /** Whether a second person must agree before names are exported. */
    personalExports: z._default(z.boolean(), false),
    /** Whether new rules wait until a second person activates them. */
    rules: z._default(z.boolean(), false),
    /** Whether a second person must agree before another company pays. */
    payer: z._default(z.boolean(), false),
  }),
  /** How long a counterparty has to supply data, unless the request says otherwise. */
  dataRequestHours: between(1, 720),
  /** How soon the company itself wants an incoming transfer answered; it may have promised others to be faster. */
  answerWithinMinutes: z._default(between(1, 43_200), 1_440),
  /** For how many days data of a transfer is kept once it has ended; the law may ask for more. */
  retentionDays: z._default(between(1, 36_500), 1_825),
  /** Whether an address that stands in the company's own book is confirmed without a person. */
  autoconfirm: z._default(z.boolean(), false),
  /** Whether a transfer goes on to the one company of the group that has the address in its book. */
  autoredirect: z._default(z.boolean(), false),
  /** Who learns that an address is the company's: nobody, companies of which it has accepted a transfer, or all. */
  addressDiscovery: z._default(z.enum(['NONE', 'TRUSTED', 'ALL']), 'TRUSTED'),
  /** How often people are reminded of one transfer that waits for them, once a day at the most; 0: never. */
  remindTimes: z._default(between(0, 30), 5),
  /** Checks that the company's systems add to each transfer. Rules that need one wait until it arrives. */
  checksExpected: z._default(z.array(CheckKind).check(z.maxLength(2)), []),
  /** For how long they wait; then a person decides. */
  checksWithinMinutes: z._default(between(1, 1_440), 10),
})
export type TransferSettings = z.infer<typeof TransferSettings>

/** The settings of a company that has chosen none. */
export const defaultTransferSettings: TransferSettings = {
  onNoResponse: { action: 'WAIT', afterMinutes: 1_440, processFor: [] },
  fourEyes: {
    approveFrom: null,
    acceptFrom: null,
    personalExports: false,
    rules: false,
    payer: false,
  },
  dataRequestHours: 120,
  answerWithinMinutes: 1_440,
  retentionDays: 1_825,
  autoconfirm: false,
  autoredirect: false,
  addressDiscovery: 'TRUSTED',
  remindTimes: 5,
  checksExpected: [],
  checksWithinMinutes: 10,
}

/** The same with the version that a change must name: 0 where nothing was ever chosen. */
export const SavedTransferSettings = z.object({ ...TransferSettings.shape, version: Whole() })
export type SavedTransferSettings = z.infer<typeof SavedTransferSettings>

/** A field that a change may leave out: it stays as it is, so that no client resets what it doesn't know. */
const kept = <T extends z.ZodMiniType>(field: z.ZodMiniDefault<T>) =>
  z.optional(field._zod.def.innerType)

const { onNoResponse, fourEyes, dataRequestHours, ...rest } = TransferSettings.shape

/** A change of them. */
export const TransferSettingsIn = z.strictObject({
  onNoResponse: z.extend(onNoResponse, { processFor: kept(onNoResponse.shape.processFor) }),
  fourEyes: z.extend(fourEyes, {
    personalExports: kept(fourEyes.shape.personalExports),
    rules: kept(fourEyes.shape.rules),
    payer: kept(fourEyes.shape.payer),
  }),
  dataRequestHours,
  answerWithinMinutes: kept(rest.answerWithinMinutes),
  retentionDays: kept(rest.retentionDays),
  autoconfirm: kept(rest.autoconfirm),
  autoredirect: kept(rest.autoredirect),
  addressDiscovery: kept(rest.addressDiscovery),
  remindTimes: kept(rest.remindTimes),
  checksExpected: kept(rest.checksExpected),
  checksWithinMinutes: kept(rest.checksWithinMinutes),
  version: Whole(),
})
export type TransferSettingsIn = z.infer<typeof TransferSettingsIn>
