import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Section } from '../ui/section.tsx'
import { askingAboutCookies } from './layers.ts'

/** What this site keeps in a browser. Stands in where the deployer names no policy of their own. */
export function PrivacyPage() {
  const { data: config } = useQuery(configQuery)
  const vendors = config?.vendors
  return (
    <div className="max-w-[47.5rem]">
      <PageHeader
        title="Privacy"
        description="What this site keeps in your browser, and whom it tells what."
        actions={<Button onClick={() => askingAboutCookies.set(true)}>Privacy choices</Button>}
      />
      <Section title="Necessary cookies">
        <p>
          One cookie keeps you signed in. Others remember how you want pages to look: theme, row
          height, time zone and keyboard shortcuts. They hold no personal data.
        </p>
      </Section>
      <Section title="Kept in this browser">
        <p>
          The company that you work for, your answer about cookies, and the state of a registration
          that you have begun. Logging out removes the company.
        </p>
      </Section>
      <Section title="Analytics">
        <p>
          {vendors?.analytics
            ? 'With your consent we count which pages are opened. Names, addresses and contents are not part of it.'
            : 'This site runs no analytics.'}
        </p>
      </Section>
      <Section title="Other services">
        <ul className="list-disc pl-5">
          {vendors?.monitoring && <li>How fast pages load is measured, without naming you.</li>}
          {vendors?.errors && <li>Errors of the page are reported with your role alone.</li>}
          {vendors?.chat && <li>The support chat is given your e-mail address.</li>}
          {!vendors?.monitoring && !vendors?.errors && !vendors?.chat && (
            <li>No other service is told of your visit.</li>
          )}
        </ul>
      </Section>
    </div>
  )
}
