import { useQuery } from '@tanstack/react-query'
import { askingAboutCookies } from '../page/index.ts'
import { configQuery } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Section } from '../ui/page/section.tsx'

/** What this site keeps in a browser. Stands in where the deployer names no policy of their own. */
export function PrivacyPage() {
  const { data: config } = useQuery(configQuery)
  const vendors = config?.vendors
  return (
    <div className="max-w-[47.5rem]">
      <PageHeader
        title="Privacy"
        description="What this site stores in your browser, and what it shares with others."
        actions={<Button onClick={() => askingAboutCookies.set(true)}>Privacy choices</Button>}
      />
      <Section title="Necessary cookies">
        <p>
          One cookie keeps you signed in. Others remember your display settings: theme, row height,
          time zone and keyboard shortcuts. They hold no personal data.
        </p>
      </Section>
      <Section title="Saved in this browser">
        <p>
          Your active company, your cookie choice and any registration in progress. Signing out
          removes the active company.
        </p>
      </Section>
      <Section title="Analytics">
        <p>
          {vendors?.analytics
            ? 'With your consent, we count page visits, without names, addresses or content.'
            : 'This site doesn’t use analytics.'}
        </p>
      </Section>
      <Section title="Other services">
        <ul className="list-disc pl-5">
          {vendors?.monitoring && <li>Page load times are measured without identifying you.</li>}
          {vendors?.errors && <li>Page errors are reported with your role only.</li>}
          {vendors?.chat && <li>The support chat receives your email address.</li>}
          {!vendors?.monitoring && !vendors?.errors && !vendors?.chat && (
            <li>No other service is told about your visit.</li>
          )}
        </ul>
      </Section>
    </div>
  )
}
