import { type Account, type Act, actsFor } from './account.rules.ts'
import type { Visit } from './demo.ts'

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
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0 auto; max-width: 40rem; padding: 2rem 1rem }
  .notice { border: 1px solid; border-radius: 6px; padding: .5rem .75rem }
  form { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0 }
  button { font: inherit; padding: .4rem .9rem; border: 1px solid; border-radius: 6px; cursor: pointer }
  table { border-collapse: collapse; width: 100% } th, td { padding: .4rem 0; text-align: left; border-bottom: 1px solid #8886 }
`

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
  readonly path: string
  readonly nonce: string
}): string {
  const { account, returnUrl, visit, plans, path, nonce } = facts
  const button = (act: Act, label: string, plan = '') => {
    const query = new URLSearchParams({ did: visit.did, session: visit.session, plan })
    return `<button formaction="${escaped(`${path}/${act}?${query}`)}">${escaped(label)}</button>`
  }
  const all = actsFor(account).flatMap((act) =>
    act === 'subscribe'
      ? plans.map((plan) => button(act, `Subscribe to ${plan}`, plan))
      : [button(act, buttons[act])],
  )
  const rows = account.invoices.map(
    ({ issuedAt, status }) =>
      `<tr><td>${day(issuedAt)}</td><td>${status === 'paid' ? 'Paid' : 'Open'}</td></tr>`,
  )
  const until = account.status === 'canceled' ? account.endsAt : null
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Billing portal (demo)</title><style nonce="${nonce}">${style}</style></head>
<body><main>
<h1>Billing portal</h1>
<p class="notice">Simulated. No real payments.</p>
<p><strong>${statuses[account.status]}</strong>${account.plan ? `, plan ${escaped(account.plan)}` : ''}${
    until === null ? '' : `, paid until ${day(until)}`
  }</p>
${account.plan ? `<p>Period: ${day(account.periodStart)} to ${day(account.periodEnd)}</p>` : ''}
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
