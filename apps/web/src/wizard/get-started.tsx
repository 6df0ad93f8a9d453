import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readLocal, removeQueryParameter, writeLocal } from '../browser/index.ts'
import { useConsent } from '../privacy/index.ts'
import { isSignedIn, useViewer } from '../session/index.ts'
import { buttonClass } from '../ui/button.tsx'
import { announce } from '../ui/page/live-region.tsx'
import { focusPageHeading, PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { DetailsStep } from './details.tsx'
import { DocumentsStep } from './documents.tsx'
import { Done } from './done.tsx'
import { FindStep } from './find.tsx'
import { Preview, Rail } from './frame.tsx'
import { IdentityStep } from './identity.tsx'
import { ReviewStep } from './review.tsx'
import { SettingsStep } from './settings.tsx'
import { useWizard, wizardSteps } from './state.ts'
import { useTasks } from './tasks.ts'
import { TeamStep } from './team.tsx'

const route = getRouteApi('/auth/get-started')

const steps = [FindStep, IdentityStep, DetailsStep, DocumentsStep, TeamStep, SettingsStep]

/** The way in for a company: find it, or describe it step by step. What was entered survives a reload. */
export function GetStarted() {
  const [source] = useState(route.useSearch().source ?? 'direct')
  const accepted = useConsent() === true
  useEffect(() => removeQueryParameter('source'), [])
  // It tells visits apart, so it waits for the answer about cookies.
  useEffect(() => {
    if (accepted && !readLocal('onboarding'))
      writeLocal('onboarding', { onboardingTrackingId: crypto.randomUUID(), source })
  }, [accepted, source])
  return isSignedIn(useViewer()) ? <Wizard /> : <Intro />
}

function Intro() {
  const back = new URLSearchParams({ redirect: '/auth/get-started' })
  return (
    <div className="mx-auto max-w-[40rem] py-6">
      <PageHeader
        title="Bring your company to the network"
        description="Find your company and ask to join it, claim it if it has no admin yet, or add it. It takes about ten minutes, and your entries are saved in this browser."
      />
      <Panel title="What you need">
        <ul className="list-disc space-y-1 pl-5">
          <li>A verified email address at your company’s domain</li>
          <li>Your company’s name and website</li>
          <li>Its legal entity identifier (LEI), if it has one</li>
          <li>Licence and policies as PDF, if available</li>
        </ul>
      </Panel>
      <div className="mt-5 flex flex-wrap items-center gap-4">
        <a href={`/api/auth/login?${back}`} className={buttonClass('primary')}>
          Sign in to start
        </a>
        <Link to="/network/search" className={linkClass}>
          Search directory first
        </Link>
      </div>
    </div>
  )
}

function Wizard() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { state, change, reset } = useWizard()
  const work = useTasks(state, change)
  // An address may name a step that was not reached yet.
  const step = Math.min(search.step ?? state.step, state.step)
  const go = (next: number) => {
    if (next > state.step) change({ step: next })
    void navigate({ search: { step: next } })
  }
  const made = state.did
  useEffect(() => {
    focusPageHeading()
    announce(
      made ? 'Company added' : `Step ${step} of ${wizardSteps.length}: ${wizardSteps[step - 1]}`,
    )
  }, [step, made])
  if (made !== null)
    return (
      <Done
        did={made}
        state={state}
        work={work}
        onAnother={() => {
          reset()
          void navigate({ search: {} })
        }}
      />
    )
  const props = {
    state,
    change,
    onNext: () => go(step + 1),
    onBack: step > 1 ? () => go(step - 1) : undefined,
  }
  const Step = steps[step - 1]
  return (
    <>
      <PageHeader
        title={wizardSteps[step - 1]}
        description={`Step ${step} of ${wizardSteps.length}. Your entries are saved in this browser.`}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 print:block lg:grid-cols-[13rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)_17rem]">
        <Rail step={step} reached={state.step} onGo={go} />
        <div className="flex min-w-0 flex-col gap-4">
          {Step ? (
            <Step key={step} {...props} />
          ) : (
            <ReviewStep {...props} onStep={go} onMade={(did) => void work.run(did)} />
          )}
        </div>
        <Preview state={state} />
      </div>
    </>
  )
}
