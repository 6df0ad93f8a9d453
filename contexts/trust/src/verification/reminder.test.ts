import { expect, test } from 'vitest'
import { change, people, rowsOf } from '../governance.fixture.ts'
import { asterEu, trustFixture } from '../trust.fixture.ts'
import { remindOfPending } from './reminders.ts'

const day = 86_400_000

test('[TF-05] while a verification is pending, operators and the company are reminded, each every three days', async () => {
  const fixture = await trustFixture()
  const { database, clock } = fixture
  const remind = () =>
    remindOfPending({
      database,
      clock,
      adminAddresses: async () => ['admin@a2.example'],
      operatorAddresses: async () => ['noor@countersign.example'],
      origin: 'https://desk.example',
    })
  const mails = () =>
    rowsOf<{ recipient: string; subject: string; body: string }>(
      fixture,
      "select * from mail.outbox where subject ~ 'wait' order by id",
    )
  await change(fixture, 'delete from mail.outbox')
  await people(fixture)
    .adminOf(asterEu)
    .verification.move({ did: asterEu, body: { action: 'submit', note: 'Please' } })
  expect(await remind(), 'not at once').toBe(0)
  clock.advance(3 * day)
  // Two workers at once: each is reminded by one of them.
  const both = await Promise.all([remind(), remind()])
  expect(both[0] + both[1]).toBe(2)
  expect(await mails()).toMatchObject([
    { recipient: 'noor@countersign.example', subject: '1 company waits for verification' },
    { recipient: 'admin@a2.example', subject: 'Verification of Aster Europe is waiting for you' },
  ])
  expect(JSON.stringify(await mails())).toContain('Share documents with the network')
  expect(await remind()).toBe(0)
  clock.advance(3 * day)
  expect(await remind()).toBe(2)
  // The company hears it ten times, the network as long as somebody waits.
  for (let times = 2; times < 10; times++) {
    clock.advance(3 * day)
    expect(await remind()).toBe(2)
  }
  clock.advance(3 * day)
  expect(await remind()).toBe(1)
  await people(fixture)
    .network()
    .verification.move({ did: asterEu, body: { action: 'take', note: 'Reading' } })
  await people(fixture)
    .network()
    .verification.move({ did: asterEu, body: { action: 'reject', note: 'No licence' } })
  clock.advance(3 * day)
  expect(await remind()).toBe(0)
  await fixture.close()
})
