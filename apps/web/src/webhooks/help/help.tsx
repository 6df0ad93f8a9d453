import { useState } from 'react'
import { SelectField } from '../../ui/form/select-field.tsx'
import { t } from '../../ui/language.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { CodeBlock } from '../../ui/value/code-block.tsx'
import { CopyText } from '../../ui/value/copy-text.tsx'
import { DescriptionList } from '../../ui/value/description-list.tsx'
import { useServiceOperation } from '../service.tsx'
import { durationText } from './duration.rules.ts'
import { snippets } from './snippets.ts'

/** How to receive messages here: verification, headers, and how this deployment delivers. */
export function Help() {
  const [name, setName] = useState(snippets[0].name)
  const snippet = snippets.find((one) => one.name === name) ?? snippets[0]
  const { data: session } = useServiceOperation((service) => service.portal.session, {})
  const { data: access } = useServiceOperation((service) => service.authentication.whoami, {})
  const delivery = session?.delivery
  return (
    <>
      <PageHeader title={t('Help')} description={t('How to receive and verify messages.')} />
      <div className="flex flex-col gap-4">
        <Panel
          title={t('Verify the signature')}
          description={t(
            'Each message is signed with the secret of your endpoint. Verify it before you use it.',
          )}
        >
          <div className="flex flex-col gap-3">
            <SelectField
              label={t('Language')}
              className="w-44"
              options={snippets.map(({ name: value }) => ({ value, label: value }))}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
            <CodeBlock label={snippet.name} code={snippet.code} />
          </div>
        </Panel>
        <Panel title={t('Headers')}>
          <DescriptionList
            facts={[
              { term: 'webhook-id', value: t('The ID of the message; the same at each attempt.') },
              { term: 'webhook-timestamp', value: t('When it was sent, in Unix seconds.') },
              {
                term: 'webhook-signature',
                value: t('The signatures, separated by spaces; two while a secret is rotated.'),
              },
            ]}
          />
        </Panel>
        <Panel
          title={t('Delivery')}
          description={t('Answer with a status from 200 to 299; do slow work later.')}
        >
          {delivery && (
            <DescriptionList
              facts={[
                { term: t('Time to answer'), value: durationText(delivery.timeoutMs) },
                {
                  term: t('Retries after'),
                  value: delivery.retryScheduleMs.map(durationText).join(', ') || t('No retries'),
                },
                {
                  term: t('Disabled after'),
                  value: delivery.disableAfterMs
                    ? t('{duration} without a success', {
                        duration: durationText(delivery.disableAfterMs),
                      })
                    : t('Never'),
                },
                {
                  term: t('Order and repeats'),
                  value: t('A message can arrive late or twice. Compare IDs and timestamps.'),
                },
              ]}
            />
          )}
        </Panel>
        {access && (
          <Panel
            title={t('Your access')}
            description={t(
              'What this page can access. When you ask for help, quote these IDs, never a token.',
            )}
          >
            <DescriptionList
              facts={[
                ...idFact(t('Application'), access.appId),
                ...idFact(t('Environment'), access.envId),
                ...idFact(t('Session'), access.sessionId),
              ]}
            />
          </Panel>
        )}
      </div>
    </>
  )
}

const idFact = (term: string, id: string | null) =>
  id === null ? [] : [{ term, value: <CopyText value={id} label={term} /> }]
