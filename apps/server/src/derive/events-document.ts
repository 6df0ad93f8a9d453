import { events } from '@countersign/contracts/events'

/** The events of the product, for people who write receivers; `docs/api/events.md`. */
export const eventsDocument = (): string =>
  [
    ...[
      '# Events',
      '',
      'The events sent to your webhooks. Derived from `packages/contracts/src/events`; `npm run derive`',
      'regenerates it.',
      '',
    ],
    ...[
      'Every payload names its `type`, your company (`vaspDID`) and a `sequence`. The sequence grows with each',
      'event of your company and can skip numbers for any one object. Events about one object are handed over',
      'for delivery in that order, but a retry can make two of them arrive the other way round: keep the one with',
      'the greater sequence. An event can arrive twice; `webhook-id` is the same then.',
      '',
    ],
    ...events.flatMap(({ name, description, version, object, examples }) => [
      ...[`## ${name}`, '', description, ''],
      ...[`Schema version ${version}. The object is \`${object}\`.`, ''],
      ...examples.flatMap((example) => ['```json', JSON.stringify(example, null, 2), '```', '']),
    ]),
  ].join('\n')
