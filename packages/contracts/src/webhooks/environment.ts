import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import type { Contract } from '../operation.ts'
import { EventTypeIn, EventTypeOut } from './event-type.ts'
import { Text, Unsupported, When } from './values.ts'

/** What a picture's address may begin with: anything else could be a script. */
const LogoUrl = z
  .url({ protocol: /^https?$/, error: 'Logo URL schemes must be http or https' })
  .check(z.maxLength(65536, 'String too long'))

/** `#rgb`, `#rrggbb` or `#rrggbbaa`. */
const Color = z
  .string()
  .check(
    z.regex(
      /^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/,
      'Colors must be #rgb, #rrggbb or #rrggbbaa',
    ),
  )
const FontFamily = z
  .string()
  .check(
    z.regex(/^[a-zA-Z0-9\-_ ]+$/, 'String must match the following pattern: [a-zA-Z0-9\\-_ ].'),
  )
const FontSize = z.int().check(z.minimum(1, 'Font sizes must be at least 1'))
const BorderRadius = z.enum(['none', 'lg', 'md', 'sm', 'full'])

/** A value that may be left out; in answers, what was left out is null. */
const maybe = <T extends z.core.$ZodType>(type: T) => z._default(z.nullable(type), null)

/** Colors of a portal. */
export const Palette = z.object({
  backgroundHover: maybe(Color),
  backgroundPrimary: maybe(Color),
  backgroundSecondary: maybe(Color),
  interactiveAccent: maybe(Color),
  textDanger: maybe(Color),
  textPrimary: maybe(Color),
  textSecondary: maybe(Color),
  primary: maybe(Color),
  borderPrimary: maybe(Color),
  buttonPrimary: maybe(Color),
  navigationAccent: maybe(Color),
})

/** What of a portal is rounder or larger. */
export const ThemeOverride = z.object({
  borderRadius: maybe(
    z.object({
      button: maybe(BorderRadius),
      card: maybe(BorderRadius),
      input: maybe(BorderRadius),
    }),
  ),
  fontSize: maybe(z.object({ base: maybe(FontSize) })),
})

/** Words of an organisation for its channels. */
const StringsOverride = z.object({
  channelsOne: maybe(Text()),
  channelsMany: maybe(Text()),
  channelsHelp: maybe(Text()),
})

/** The part of the settings that an application's people may see: how their portal looks. */
export const EnvironmentSettingsOut = z.object({
  colorPaletteDark: maybe(Palette),
  colorPaletteLight: maybe(Palette),
  customColor: maybe(Color),
  customFontFamily: maybe(FontFamily),
  customLogoUrl: maybe(LogoUrl),
  /** The same as customLogoUrl. */
  logoUrl: maybe(LogoUrl),
  customStringsOverride: maybe(StringsOverride),
  customThemeOverride: maybe(ThemeOverride),
  /** Whether the portal shows channels, integrations and transformations. */
  enableChannels: z._default(z.boolean(), false),
  enableIntegrationManagement: z._default(z.boolean(), false),
  /** Whether the portal shows messages’ tags. */
  enableMessageTags: z._default(z.boolean(), false),
  enableTransformations: z._default(z.boolean(), false),
  /** Payloads are erased once all endpoints have taken the message. */
  wipeSuccessfulPayload: z._default(z.boolean(), false),
})
export type EnvironmentSettingsOut = z.infer<typeof EnvironmentSettingsOut>

/** All settings of an organisation; what is absent has its default. */
export const Settings = z.extend(EnvironmentSettingsOut, {
  customBaseFontSize: maybe(FontSize),
  /** Disables an endpoint that fails for days. */
  disableEndpointOnFailure: z._default(z.boolean(), true),
  displayName: maybe(Text()),
  /** Refuses endpoints without TLS. */
  enforceHttps: z._default(z.boolean(), true),
  eventCatalogPublished: z._default(z.boolean(), false),
  /** Application tokens may only read. */
  readOnly: z._default(z.boolean(), false),
})
export type Settings = z.infer<typeof Settings>

/** Settings as they are given: one of both names of the logo will do. */
export const SettingsIn = z
  .extend(Settings, {
    // No font is fetched from elsewhere.
    customFontFamilyUrl: Unsupported('customFontFamilyUrl'),
    enableEndpointMtlsConfig: Unsupported('enableEndpointMtlsConfig', false),
    enableEndpointOauthConfig: Unsupported('enableEndpointOauthConfig', false),
    enableMessageStream: Unsupported('enableMessageStream', false),
  })
  .check(
    z.refine(
      ({ logoUrl, customLogoUrl }) =>
        logoUrl === null || customLogoUrl === null || logoUrl === customLogoUrl,
      { message: 'logoUrl and customLogoUrl are the same; give one', path: ['logoUrl'] },
    ),
  )

/** What an import holds. Event types are found by name; given settings replace all settings. */
export const EnvironmentIn = z.object({
  /** Newer clients send neither this nor the version. */
  createdAt: z.optional(When),
  version: z._default(
    z.int().check(z.refine((version) => version === 1, 'Only version 1 is known')),
    1,
  ),
  eventTypes: z.optional(z.nullable(z.array(EventTypeIn))),
  settings: z.optional(z.nullable(SettingsIn)),
  connectors: Unsupported('connectors'),
})
export type EnvironmentIn = z.infer<typeof EnvironmentIn>

/** What an export holds: something that can be imported elsewhere. */
export const EnvironmentOut = z.object({
  createdAt: Instant,
  version: z.int(),
  eventTypes: z.array(EventTypeOut),
  settings: z.nullable(Settings),
  /** Always empty; clients from 1.40 on read it. */
  connectors: z.array(z.unknown()),
  /** Always empty; newer clients read it. */
  transformationTemplates: z.array(z.unknown()),
})
export type EnvironmentOut = z.infer<typeof EnvironmentOut>

/** An organisation's event types and settings as a whole. */
export const environment = {
  export: {
    method: 'POST',
    path: '/environment/export',
    summary: 'Export all event types, including archived ones, and the settings',
    access: 'organisation',
    body: z.optional(z.record(z.string(), z.unknown())),
    returns: { 200: EnvironmentOut },
  },
  import: {
    method: 'POST',
    path: '/environment/import',
    summary: 'Import event types and settings; nothing is deleted',
    access: 'organisation',
    body: EnvironmentIn,
    bodyLimit: 4 * 1024 * 1024,
    returns: { 204: null },
  },
  getSettings: {
    method: 'GET',
    path: '/environment/settings',
    summary: 'Get the appearance of an application’s portal',
    access: 'application',
    returns: { 200: EnvironmentSettingsOut },
  },
} as const satisfies Contract[string]
