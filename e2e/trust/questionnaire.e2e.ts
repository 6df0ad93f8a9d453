import type { Browser, Page } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

const marcus = 'marcus.lim@kestrelbay.example'
const kestrelBay = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'
const europe = 'did:ethr:0x4b687d36dd9159d0996a3087e45f889e65265857'
const norrland = 'did:ethr:0x17c7245f82368b8e141f545654834ad336c954c2'
const headers = { 'x-user-agent': 'e2e' }
const path = '/due-diligence/questionnaire'

const open = async (page: Page, email: string, to = path) => {
  await openAs(page, email, to)
  await expect(page.locator('h1')).toBeVisible()
}

const colleague = async (browser: Browser, email: string, to?: string) => {
  const page = await (await browser.newContext()).newPage()
  await open(page, email, to)
  return page
}

const allSaved = (page: Page) => expect(page.getByText('All answers saved')).toBeVisible()

test('[TF-09] [UI-27] two people fill it in at once, and no text is lost', async ({
  page,
  browser,
}) => {
  await open(page, ana, `${path}?section=F`)
  await expect(page.getByText('Draft of version 1')).toBeVisible()
  await expect(page.getByText('30 of 50 required')).toBeVisible()
  const other = await colleague(browser, marcus, `${path}?section=F`)

  // Each writes an answer of their own; each sees the other's, and that they are there.
  const deposit = /What happens to a sanctioned/
  await page.getByRole('textbox', { name: deposit }).fill('Frozen until an analyst decides')
  await expect(other.getByText('Ana Reyes is editing this section')).toBeVisible({
    timeout: 15_000,
  })
  await expect(other.getByRole('textbox', { name: deposit })).toHaveValue(
    'Frozen until an analyst decides',
    { timeout: 15_000 },
  )
  await other.getByLabel('Authority', { exact: true }).fill('STRO')
  await other.getByLabel('Responsible role').fill('Head of financial crime')
  await allSaved(other)
  await expect(page.getByLabel('Authority', { exact: true })).toHaveValue('STRO', {
    timeout: 15_000,
  })

  // Both change the same text: the later one sees both, and keeps both.
  await other.route(
    '**/answers/F4',
    async (route) => {
      await page
        .getByRole('textbox', { name: deposit })
        .fill('Frozen. An analyst decides in 4 hours.')
      await expect(page.locator('#q-F4').getByText('Saved')).toBeVisible()
      await allSaved(page)
      await route.continue()
    },
    { times: 1 },
  )
  await other.getByRole('textbox', { name: deposit }).fill('Held and reported the same day.')
  await other.getByRole('button', { name: 'Choose between two answers' }).click()
  const dialog = other.getByRole('dialog')
  await expect(dialog.getByText('Held and reported the same day.')).toBeVisible()
  await expect(dialog.getByText('Frozen. An analyst decides in 4 hours.')).toBeVisible()
  await expectAccessible(other)
  await dialog.getByRole('button', { name: 'Keep both texts' }).click()
  await allSaved(other)
  await page.reload()
  await expect(page.getByRole('textbox', { name: deposit })).toHaveValue(
    'Frozen. An analyst decides in 4 hours.\n\nHeld and reported the same day.',
  )
  await other.context().close()
})

test('[TF-09] while the server is away the text stays, and is saved when it is back', async ({
  page,
}) => {
  await page.clock.install()
  await open(page, ana, `${path}?section=G`)
  const procedure = page.getByRole('textbox', { name: /How do you identify the VASP/ })
  await page.route('**/answers/G9', (route) => route.fulfill({ status: 503, body: '{}' }))
  await procedure.fill('By analytics, confirmed in the directory')
  await expect(page.getByText('1 answer isn’t saved', { exact: true })).toBeVisible()
  await expectAccessible(page)
  // Leaving asks first.
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Directory' })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(procedure).toHaveValue('By analytics, confirmed in the directory')
  // The clock stands, so that the saver does not try again by itself before the click.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await expect(page.getByText('1 answer isn’t saved', { exact: true })).toBeVisible()
  await page.unroute('**/answers/G9')
  await page.getByRole('button', { name: 'Try again' }).click()
  await allSaved(page)
  await page.clock.resume()
  await page.reload()
  await expect(procedure).toHaveValue('By analytics, confirmed in the directory')
})

test('[TF-09] a table is filled in by keyboard, and a flag is foretold', async ({ page }) => {
  await open(page, ana, `${path}?section=G`)
  const protocols = page.getByRole('group', { name: /Which protocols do you support/ })
  await protocols.getByRole('button', { name: /Add row/ }).press('Enter')
  await expect(protocols.getByLabel('Protocol, row 1', { exact: true })).toBeFocused()
  await page.keyboard.type('TRP')
  await page.keyboard.press('Tab')
  await page.keyboard.type('https://trp.kestrelbay.example')
  await page.keyboard.press('Enter')
  await expect(protocols.getByLabel('Identifier or endpoint, row 2')).toBeFocused()
  await protocols.getByRole('button', { name: 'Remove row 2' }).click()
  await page
    .getByRole('combobox', { name: /What do you do with a deposit/ })
    .selectOption('credited')
  await expect(page.getByText(/Readers see a flag: Deposits without data/)).toBeVisible()
  await page.getByRole('combobox', { name: /What do you do with a deposit/ }).selectOption('held')
  await expect(page.getByText(/Readers see a flag/)).toHaveCount(0)
  await allSaved(page)
})

test('[TF-09] it is completed, submitted, asked for, given and read', async ({ page, browser }) => {
  await open(page, ana, `${path}?section=I`)
  await expect(page.getByRole('button', { name: 'Submit version 1' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectAccessible(page)
  await page.evaluate(completeDraft, { did: kestrelBay, like: norrland })
  await page.reload()
  await expect(page.getByText('Every required question is answered')).toBeVisible()
  await page.getByLabel('Your name').fill('Ana Reyes')
  await page.getByLabel('Your role').fill('Compliance officer')
  await page.getByLabel(/the answers are true and complete/).check()
  await page.getByRole('button', { name: 'Submit version 1' }).click()
  await expect(page.getByText('Version 1 submitted')).toBeVisible()
  await expect(page.getByText('Version 1 current')).toBeVisible()
  await page.getByRole('link', { name: 'Version 1' }).click()
  const opened = page.getByRole('region', { name: 'Version 1' })
  await expect(opened.getByText('Kestrel Bay Digital Assets Pte. Ltd.').first()).toBeVisible()
  await expectAccessible(page)

  // Ana also works for Kestrel Bay Europe: as that company she asks, and Marcus gives.
  await page.evaluate((did) => localStorage.setItem('activeVasp', did), europe)
  await page.goto(`/due-diligence/review/${kestrelBay}`)
  await expect(page.getByText('This questionnaire isn’t shared with you')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Request questionnaire' }).click()
  await expect(page.getByText('The company hasn’t answered yet', { exact: false })).toBeVisible()
  const other = await colleague(browser, marcus, `${path}?view=readers`)
  await other.getByRole('button', { name: 'Share with a company' }).click()
  const share = other.getByRole('dialog', { name: 'Share your questionnaire' })
  await share.getByRole('combobox', { name: 'Company' }).click()
  await other.getByPlaceholder('Search companies').fill('Kestrel Bay Eu')
  await other.getByRole('option', { name: /^Kestrel Bay Europe/ }).click()
  await expectAccessible(other)
  await share.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(other.getByRole('table', { name: 'Companies with access' })).toContainText(
    'Kestrel Bay Europe',
  )
  await page.reload()
  await expect(page.getByText('signed by Ana Reyes, Compliance officer')).toBeVisible()
  await expect(page.getByText('Kestrel Bay Digital Assets Pte. Ltd.').first()).toBeVisible()

  // She asks about an answer, beside it; Marcus comes from Home and answers; she resolves.
  const answer = page.locator('#a-D5')
  await answer.getByRole('button', { name: 'Ask about D5' }).click()
  await page.keyboard.type('Which findings are open?')
  await expectAccessible(page)
  await answer.getByRole('button', { name: 'Send question' }).click()
  await expect(answer.getByText('Awaiting an answer')).toBeVisible()
  await other.goto('/dashboard')
  await other.getByRole('link', { name: /Kestrel Bay Europe asks a question/ }).click()
  const asked = other.getByRole('article', { name: 'Question about D5' })
  await expect(asked.getByText('Which findings are open?')).toBeVisible()
  await expect(other.getByRole('tab', { name: 'Questions 1' })).toBeVisible()
  await expectAccessible(other)
  await asked.getByRole('button', { name: 'Answer question about D5' }).click()
  await other.keyboard.type('None.')
  await asked.getByRole('button', { name: 'Send answer' }).click()
  await expect(other.getByText('No open questions')).toBeVisible()
  await page.goto('/due-diligence?tab=sent')
  await page.getByRole('link', { name: '1 answered question' }).click()
  await expect(answer.getByText('None.')).toBeVisible()
  await answer.getByRole('button', { name: 'Resolve question about D5' }).click()
  await expect(answer.getByText('Resolved')).toBeVisible()

  // Who read it is told to the owner.
  await other.goto(`${path}?view=readers`)
  const readers = other.getByRole('region', { name: 'Who read it' })
  await expect(readers.getByRole('link', { name: 'Kestrel Bay Europe' })).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('tab', { name: 'Answers' }).click()
  await other.getByRole('button', { name: 'Start version 2' }).click()
  await expect(other.getByText('Draft of version 2')).toBeVisible()
  await other.context().close()
})

test('[TF-09] [TF-05] another company’s answers are compared, marked and decided on, by two where the company wants two', async ({
  page,
  browser,
}) => {
  await open(page, ana, `/due-diligence/review/${norrland}`)
  await expect(page.getByRole('heading', { name: 'Review of Norrland Krypto' })).toBeVisible()
  await expect(page.getByText('No flags.', { exact: false })).toBeVisible()
  const notes = page.getByRole('region', { name: 'Our notes on Travel Rule practice' })
  await notes.getByLabel('Question').check()
  await notes.getByRole('textbox').fill('Ask for the threshold in Finland')
  await notes.getByRole('button', { name: 'Save note on Travel Rule practice' }).click()
  await expect(notes.getByText('Version 2')).toBeVisible()

  // The decision stays in view while the sections go by, at hand beside the answers.
  await page.getByRole('link', { name: /^Travel Rule practice/ }).click()
  await expect(page.getByRole('heading', { name: 'G. Travel Rule practice' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Record verdict' })).toBeInViewport()

  await page.getByRole('tab', { name: 'Changes since version 1' }).click()
  await expect(page.getByText('How long do you keep customer', { exact: false })).toBeVisible()
  await expect(page.locator('ins').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Trusted').check()
  await page.getByLabel('Reason').fill('Programme read, findings closed')
  await page.getByRole('button', { name: 'Record verdict' }).click()
  await expect(page.getByText('You last decided on version 2', { exact: false })).toBeVisible()

  await page.getByRole('link', { name: 'Open version 1' }).click()
  await expect(page.getByText('This is version 1. The newest is version 2.')).toBeVisible()
  const older = page.getByRole('region', { name: 'Version 1' })
  await expect(older.getByText('How long do you keep customer', { exact: false })).toBeVisible()
  await page.getByRole('link', { name: 'Open version 2' }).click()
  await expect(page.getByText('You last decided on version 2', { exact: false })).toBeVisible()

  const settings = `/api/tf/vasps/${encodeURIComponent(kestrelBay)}/settings`
  const takeTwo = async (reviewsTakeTwo: boolean) =>
    expect(await page.request.put(settings, { headers, data: { reviewsTakeTwo } })).toBeOK()
  await takeTwo(true)
  await page.getByLabel('Monitored').check()
  await page.getByLabel('Reason').fill('Wait for the audit')
  await page.getByRole('button', { name: 'Record verdict' }).click()
  await expect(page.getByText('The verdict “Monitored” needs a second person')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Agree' })).toBeDisabled()
  const second = await colleague(browser, marcus, `/due-diligence/review/${norrland}`)
  await expect(second.getByText('Note: Wait for the audit')).toBeVisible()
  await second.getByRole('button', { name: 'Agree' }).click()
  await expect(second.getByRole('button', { name: 'Record verdict' })).toBeVisible()
  const reviewed = await second.request.get(
    `/api/tf/simple/vasps/${norrland}?reviewedByVaspDID=${kestrelBay}`,
  )
  expect(await reviewed.json()).toMatchObject({
    review: { reviewValue: 'MANUAL' },
    waitingReview: null,
  })
  // Other files may share this server.
  await takeTwo(false)
})

test('[TF-09] the questionnaire fits a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, ana, `${path}?section=B`)
  await expect(page.getByRole('combobox', { name: 'Section' })).toBeVisible()
  await expectNoOverflow(page)
  await page.goto(`/due-diligence/review/${norrland}`)
  await expect(page.getByText('signed by Karin Ekholm', { exact: false })).toBeVisible()
  await expectNoOverflow(page)
})

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
}

/** Answers what is open as another company did that shares its answers. Runs in the page. */
async function completeDraft({ did, like }: { did: string; like: string }): Promise<void> {
  const at = (owner: string) => `/api/tf/vasps/${encodeURIComponent(owner)}/documents/ddq`
  const headers = { 'content-type': 'application/json', 'X-User-Agent': 'e2e' }
  const read = async (url: string) => (await fetch(url, { headers })).json()
  const { draft } = await read(at(did))
  const { submitted } = await read(`${at(like)}?requestingVASPdid=${encodeURIComponent(did)}`)
  for (const [question, value] of Object.entries(submitted.answers)) {
    const revision = draft.answers[question]?.revision ?? 0
    if (revision > 0 && !question.startsWith('E5')) continue
    const body = JSON.stringify({ version: draft.version, value, revision })
    const answer = await fetch(`${at(did)}/answers/${question}`, { method: 'PUT', headers, body })
    if (!answer.ok) throw new Error(`${question}: ${answer.status} ${await answer.text()}`)
  }
}
