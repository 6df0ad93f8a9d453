import { Statistics } from '../webhooks/statistics/index.ts'
import { WebhookShell } from './shell.tsx'

/** Statistics, in the dashboard. */
export const StatisticsPage = () => (
  <WebhookShell place="statistics">
    <Statistics />
  </WebhookShell>
)
