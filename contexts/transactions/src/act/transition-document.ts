import {
  actions,
  places,
  reasonCodes,
  reasons,
  type Side,
  type Status,
  statuses,
} from '@countersign/contracts/transactions'
import { effects } from './effect.rules.ts'
import type { Line } from './line.rules.ts'
import { table } from './table.rules.ts'
import { linesOf, refusal } from './transition.rules.ts'

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const grid = (head: readonly string[], rows: readonly (readonly string[])[]) => [
  ...[row(head), row(head.map(() => '---')), ...rows.map(row), ''],
]

const asSeen = (rows: (typeof places)[Status]['originator']) =>
  rows
    .map(([words, section, turn, when]) => {
      const rest = [section, turn && `waits for ${turn}`].filter(Boolean).join(', ')
      return [when && `${when.text}:`, `“${words}”`, rest && `(${rest})`].filter(Boolean).join(' ')
    })
    .join('<br>') || 'not visible'

const names: { readonly [R in Line['result']]: string } = {
  MOVE: '→',
  STAY: 'stays',
  HOLD: 'hold',
  SAME: 'same',
  REFUSE: 'refused',
  FORBIDDEN: 'wrong side',
  INVALID: 'invalid',
  FIXED: 'fixed',
  DROP: 'dropped',
}
const outcome = ({ result, to }: Line) => (to ? `→ ${to}` : names[result])

/** Statuses down, the actions of a side across. */
function matrix(title: string, side: Side): string[] {
  const its = actions.filter((action) => statuses.some((one) => linesOf(one, action, side).length))
  const known = statuses.filter((one) => its.some((action) => linesOf(one, action, side).length))
  const rows = known.map((status) => [
    status,
    ...its.map((action) => {
      const lines = linesOf(status, action, side)
      if (lines.length === 0) return refusal(action, side) === 'FORBIDDEN' ? names.FORBIDDEN : ''
      return [...new Set(lines.map(outcome))].join('<br>')
    }),
  ])
  return [`### ${title}`, '', ...grid(['', ...its], rows)]
}

/** Lines that differ only in where they begin, as one. */
const joined = Map.groupBy(table, (line) =>
  JSON.stringify([line.action, line.side, line.when.text, outcome(line), line.effects]),
)
const everyLine = actions.flatMap((action) =>
  [...joined.values()].flatMap((lines) => {
    const [first] = lines
    if (first?.action !== action) return []
    const from = statuses.filter((status) => lines.some((line) => line.from === status)).join(', ')
    const { side, when } = first
    return [[action, side, from, when.text, outcome(first), first.effects.join(', ')]]
  }),
)

/** The state machine of transfers, for people who write clients; `docs/api/transitions.md`. */
export const transitionsDocument = (): string =>
  [
    ...[
      '# Transfers: statuses and actions',
      '',
      'What each side sees of a transfer, and what becomes of each act. Derived from',
      '`packages/contracts/src/transactions` and `contexts/transactions/src/act`; `npm run derive` writes it anew.',
      '',
      '## Statuses as each side sees them',
      '',
      'Withheld data moves the originator to TO_APPROVE, and an open data request moves it to DATA; both wait for it.',
      '',
    ],
    ...grid(
      ['', 'Originator', 'Beneficiary'],
      statuses.map((status) => [
        status,
        asSeen(places[status].originator),
        asSeen(places[status].beneficiary),
      ]),
    ),
    ...[
      '## Actions by status',
      '',
      'An arrow leads to another status, *stays* changes the transfer without it, *same* is in place already and',
      'answers 200. *hold*: the plan is used up, 400, and the transfer is parked. *refused*: 400. *wrong side*: 403.',
      '*fixed*: 409. *invalid*: 422. *dropped*: a timer or step that came too late. Several outcomes depend on the',
      'conditions below. An empty cell is refused, or dropped for timers and steps.',
      '',
      'A transfer that a side must not know of is 404: for the beneficiary before SENT, and a cancelled one that was',
      'never sent; for an originator a deposit that does not name it. A company that redirected a transfer away is',
      'refused everything.',
      '',
    ],
    ...matrix('Originator', 'originator'),
    ...matrix('Beneficiary', 'beneficiary'),
    ...matrix('Timers and steps', 'system'),
    ...matrix('The network', 'network'),
    ...['## Conditions and effects', ''],
    ...grid(['Action', 'Side', 'From', 'If', 'Outcome', 'Effects'], everyLine),
    ...['### Effects', ''],
    ...grid(['', ''], Object.entries(effects)),
    ...['## Reasons', '', 'The last four columns are the nearest codes of other networks.', ''],
    ...grid(
      ['Code', 'Label', 'For', 'Comment', 'V2', 'TRISA', 'Sygna', 'GTR'],
      reasonCodes.map((code) => {
        const { label, for: uses, commentRequired, v2, trisa, sygna, gtr } = reasons[code]
        const whom = uses === 'ALL' ? 'every action' : uses === 'RULES' ? 'rules' : uses.join(', ')
        const others = [v2, trisa, sygna, gtr].map((other) => `${other ?? ''}`)
        return [code, label, whom, commentRequired ? 'required' : '', ...others]
      }),
    ),
  ].join('\n')
