import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useEffect } from 'react'
import { readLocal, type WizardState, writeLocal } from '../local.ts'
import { removeQueryParameter } from '../query-parameter.ts'
import { isSignedIn, useViewer } from '../session.ts'
import { countryName } from '../trust/countries.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import { linkClass } from '../ui/link.tsx'
import { announce } from '../ui/live-region.tsx'
import { focusPageHeading, PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { DetailsStep, IdentityStep } from './wizard-company.tsx'
import { FindStep } from './wizard-find.tsx'
import { DocumentsStep, SettingsStep, TeamStep } from './wizard-later.tsx'
import { Done, ReviewStep } from './wizard-review.tsx'
import { useWizard, wizardSteps } from './wizard-state.ts'

const route = getRouteApi('/auth/get-started')

const steps = [
  FindStep,
  IdentityStep,
  DetailsStep,
  DocumentsStep,
  TeamStep,
  SettingsStep,
  ReviewStep,
]

/** The way in for a company: find it, or describe it step by step. What was entered survives a reload. */
export function GetStarted() {
  const { source } = route.useSearch()
  useEffect(() => {
    if (!readLocal('onboarding'))
      writeLocal('onboarding', {
        onboardingTrackingId: crypto.randomUUID(),
        source: source ?? 'direct',
      })
    removeQueryParameter('source')
  }, [source])
  return isSignedIn(useViewer()) ? <Wizard /> : <Intro />
}

function Intro() {
  const back = new URLSearchParams({ redirect: '/auth/get-started' })
  return (
    <div className="mx-auto max-w-[40rem] py-6">
      <PageHeader
        title="Bring your company to the network"
        description="Find your company and ask to join it, claim it when nobody runs it yet, or add it. It takes about ten minutes, and what you enter is kept in this browser."
      />
      <Panel title="What you need">
        <ul className="list-disc space-y-1 pl-5">
          <li>A verified e-mail address at the domain of your company</li>
          <li>The name and the website of your company</li>
          <li>Its legal entity identifier, if it has one</li>
        </ul>
      </Panel>
      <div className="mt-5 flex flex-wrap items-center gap-4">
        <a href={`/api/auth/login?${back}`} className={buttonClass('primary')}>
          Sign in to begin
        </a>
        <Link to="/network/search" className={linkClass}>
          Search the directory first
        </Link>
      </div>
    </div>
  )
}

function Wizard() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const { state, change, reset } = useWizard()
  // An address may name a step that was not reached yet.
  const step = Math.min(search.step ?? state.step, state.step)
  const Step = steps[step - 1] ?? FindStep
  const go = (next: number) => {
    if (next > state.step) change({ step: next })
    void navigate({ search: { step: next } })
  }
  useEffect(() => {
    focusPageHeading()
    announce(`Step ${step} of ${wizardSteps.length}: ${wizardSteps[step - 1]}`)
  }, [step])
  if (state.did !== null)
    return (
      <Done
        did={state.did}
        name={state.name}
        onAnother={() => {
          reset()
          queryClient.removeQueries({ queryKey: ['auth.newCustomer'] })
          void navigate({ search: {} })
        }}
      />
    )
  return (
    <>
      <PageHeader
        title={wizardSteps[step - 1]}
        description={`Step ${step} of ${wizardSteps.length}. What you enter is kept in this browser.`}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[13rem_minmax(0,1fr)_17rem]">
        <Rail step={step} reached={state.step} onGo={go} />
        <div className="flex min-w-0 flex-col gap-4">
          <Step key={step} state={state} change={change} onNext={() => go(step + 1)} />
          {step > 1 && (
            <div>
              <Button onClick={() => go(step - 1)}>Back</Button>
            </div>
          )}
        </div>
        <Preview state={state} />
      </div>
    </>
  )
}

type RailProps = { step: number; reached: number; onGo: (step: number) => void }

function Rail({ step, reached, onGo }: RailProps) {
  return (
    <nav aria-label="Steps" data-print="hide">
      <ol className="flex gap-1 overflow-x-auto lg:flex-col">
        {wizardSteps.map((name, at) => {
          const number = at + 1
          const current = number === step
          return (
            <li key={name}>
              <button
                type="button"
                onClick={() => onGo(number)}
                disabled={number > reached}
                aria-current={current ? 'step' : undefined}
                className={cx(
                  'flex min-h-8 w-full items-center gap-2.5 rounded-control px-2 py-1 text-left text-sm',
                  current ? 'bg-accent-soft font-medium text-accent' : 'text-muted',
                  number <= reached && !current && 'hover:bg-hover hover:text-text',
                )}
              >
                <span
                  className={cx(
                    'grid size-5 shrink-0 place-items-center rounded-full border text-xs tabular-nums',
                    current ? 'border-accent' : 'border-control',
                  )}
                >
                  {number < reached && !current ? <Check size={12} aria-hidden /> : number}
                </span>
                <span className={cx(current ? '' : 'max-lg:sr-only')}>{name}</span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** The company as the network will see it. */
function Preview({ state }: { state: WizardState }) {
  return (
    <Panel title="As others will see it" className="max-lg:hidden">
      <div className="mb-3 flex items-center gap-3">
        <Avatar name={state.name || '?'} />
        <p className="min-w-0 font-semibold wrap-anywhere">{state.name || 'Your company'}</p>
      </div>
      <DescriptionList
        facts={[
          { term: 'Legal name', value: state.legalName },
          { term: 'Website', value: state.website },
          { term: 'LEI', value: state.lei },
          { term: 'Jurisdictions', value: state.jurisdictions.map(countryName).join(', ') },
        ]}
        none="–"
      />
    </Panel>
  )
}
