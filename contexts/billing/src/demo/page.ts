import type { Price } from '@countersign/contracts/billing'
import { moneyWords } from '../paper/index.ts'
import { type Account, type Act, actsFor } from './account.rules.ts'
import type { DemoOptions, Visit } from './demo.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (one) => escapes[one] ?? one)

const buttons: Readonly<Record<Act, string>> = {
  subscribe: 'Subscribe',
  fail: 'Fail the next payment',
  pay: 'Pay open invoices',
  cancel: 'Cancel subscription',
  advance: 'Advance one month',
}
const statuses: Readonly<Record<Account['status'], string>> = {
  none: 'No subscription',
  active: 'Active',
  past_due: 'Payment overdue',
  unpaid: 'Unpaid',
  canceled: 'Canceled',
}

const day = (time: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(time)

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; background: light-dark(#f7f8fa, #0d1016) }
  body { margin: 0 auto; max-width: 40rem; padding: 2rem 1rem; color: light-dark(#161a22, #e9ecf2) }
  main { padding: 1.5rem; border: 1px solid light-dark(#e3e6eb, #262c38); border-radius: 12px; background: light-dark(#fff, #151922) }
  h1 { margin: 0 0 1rem; font-size: 1.4rem } h2 { font-size: 1.05rem } a { color: light-dark(#2f4fd0, #9db0ff) }
  .notice { border: 1px solid light-dark(#d9a441, #7a5a1c); border-radius: 8px; padding: .5rem .75rem;
    background: light-dark(#fff6e3, #2b2110); color: light-dark(#6b4500, #f2c46d) }
  ul { margin: 1rem 0; padding: 0; list-style: none } li span { color: light-dark(#545c6b, #a4adbd) }
  form { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0 }
  button { font: inherit; font-weight: 600; min-height: 2.25rem; padding: .3rem .9rem; border: 1px solid light-dark(#838b99, #6d7688);
    border-radius: 8px; background: none; color: inherit; cursor: pointer }
  button[value="subscribe"], button[value="pay"] { border-color: #2f4fd0; background: #2f4fd0; color: #fff }
  button:focus-visible, a:focus-visible { outline: 2px solid light-dark(#2f4fd0, #9db0ff); outline-offset: 2px }
  table { border-collapse: collapse; width: 100% }
  th, td { padding: .4rem 0; text-align: left; border-bottom: 1px solid light-dark(#e3e6eb, #262c38) }
  th { font-weight: 500; color: light-dark(#545c6b, #a4adbd) }
`

const titleOf = (plan: string) => plan.charAt(0).toUpperCase() + plan.slice(1)

/** What a plan costs, in words. */
function priceWords({ currency, base_minor: base, tiers }: Price): string {
  const [first] = tiers
  const unit =
    first && first.unit_minor > 0
      ? `, and ${moneyWords(first.unit_minor, currency)} a transfer`
      : ''
  return `${moneyWords(base, currency)} a month${tiers.length > 1 ? `${unit} at first` : unit}`
}

/**
 * The page of the demo's provider, as HTML.
 * @param path where its buttons post to
 * @param nonce that its style may use
 */
export function demoPage(facts: {
  readonly account: Account
  readonly returnUrl: string
  readonly visit: Visit
  readonly plans: readonly string[]
  readonly priceOf: DemoOptions['priceOf']
  /** Whether it is there to buy one plan. */
  readonly isCheckout: boolean
  readonly path: string
  readonly nonce: string
}): string {
  const { account, returnUrl, visit, plans, priceOf, isCheckout, path, nonce } = facts
  const button = (act: Act, label: string, plan = '') => {
    const query = new URLSearchParams({ did: visit.did, session: visit.session, plan })
    return `<button value="${act}" formaction="${escaped(`${path}/${act}?${query}`)}">${escaped(label)}</button>`
  }
  const possible = actsFor(account)
  const sells = possible.includes('subscribe') ? plans : []
  const prices = sells.flatMap((plan) => {
    const price = priceOf(plan)
    return price
      ? [`<li>${escaped(titleOf(plan))} <span>${escaped(priceWords(price))}</span></li>`]
      : []
  })
  const all = possible.flatMap((act) =>
    act === 'subscribe'
      ? plans.map((plan) => button(act, `Subscribe to ${titleOf(plan)}`, plan))
      : [button(act, buttons[act])],
  )
  const rows = account.invoices.map(
    ({ issuedAt, status }) =>
      `<tr><td>${day(issuedAt)}</td><td>${status === 'paid' ? 'Paid' : 'Open'}</td></tr>`,
  )
  const title = isCheckout && sells.length > 0 ? 'Checkout' : 'Billing portal'
  const until = account.status === 'canceled' ? account.endsAt : null
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} (demo)</title><style nonce="${nonce}">${style}</style></head>
<body><main>
<h1>${title}</h1>
<p class="notice">Simulated. No real payments.</p>
<p><strong>${statuses[account.status]}</strong>${account.plan ? `, plan ${escaped(titleOf(account.plan))}` : ''}${
    until === null ? '' : `, paid until ${day(until)}`
  }</p>
${account.plan ? `<p>Period: ${day(account.periodStart)} to ${day(account.periodEnd)}</p>` : ''}
${prices.length === 0 ? '' : `<ul>${prices.join('')}</ul>`}
<form method="post">${all.join('')}</form>
<h2>Invoices</h2>
${
  rows.length === 0
    ? '<p>No invoices yet.</p>'
    : `<table><thead><tr><th scope="col">Date</th><th scope="col">Status</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}
<p><a href="${escaped(returnUrl)}">Back to Countersign</a></p>
</main></body></html>
`
}
