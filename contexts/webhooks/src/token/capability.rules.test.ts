import { capabilities, webhooks } from '@countersign/contracts/webhooks'
import { expect, test } from 'vitest'
import { hasCapability, mayCall, requestedCapabilities } from './capability.rules.ts'

test('[WH-01] a token has what it was given, what that includes, and always what everybody may look at', () => {
  const heldBy = (...held: Parameters<typeof hasCapability>[0] & {}) =>
    capabilities.filter((one) => hasCapability(held, one))
  expect(heldBy()).toEqual(['ViewBase'])
  expect(heldBy('CreateAttempts')).toEqual(
    capabilities.filter((one) => ['ViewBase', 'CreateAttempts'].includes(one)),
  )
  expect(heldBy('ManageEndpointSecret')).toEqual(
    capabilities.filter((one) =>
      ['ViewBase', 'ViewEndpointSecret', 'ManageEndpointSecret'].includes(one),
    ),
  )
  expect(heldBy('ManageEndpoint')).toEqual(capabilities)
  expect(capabilities.filter((one) => hasCapability(undefined, one))).toEqual(capabilities)
})

test('[WH-12] a token makes an integration’s key with every capability by name, or without a list', () => {
  const create = webhooks.integration.create
  expect(mayCall(undefined, create)).toBe(true)
  expect(mayCall(capabilities, create)).toBe(true)
  expect(mayCall(['ManageEndpoint'], create), 'which includes the others').toBe(false)
  expect(mayCall(capabilities.slice(1), create)).toBe(false)
  expect(mayCall([], create)).toBe(false)
})

test('[WH-01] a token calls what its capabilities are for, and never what is the environment’s alone', () => {
  expect(mayCall(['ViewBase'], webhooks.endpoint.get)).toBe(true)
  expect(mayCall(['ViewBase'], webhooks.endpoint.getSecret)).toBe(false)
  expect(mayCall(['ManageEndpointSecret'], webhooks.endpoint.getSecret)).toBe(true)
  expect(mayCall(['ManageEndpointSecret'], webhooks.endpoint.delete)).toBe(false)
  expect(mayCall(undefined, webhooks.application.list)).toBe(false)
})

test('[WH-01] a token is given what is asked for, in one order; to read alone excludes the rest', () => {
  expect(requestedCapabilities({})).toBeUndefined()
  expect(requestedCapabilities({ capabilities: null, readOnly: false })).toBeUndefined()
  expect(requestedCapabilities({ capabilities: ['ManageEndpoint'], readOnly: true })).toEqual([
    'ViewBase',
  ])
  expect(requestedCapabilities({ capabilities: [] })).toEqual(['ViewBase'])
  const asked = capabilities.filter((one) => one !== 'ViewBase').slice(0, 2)
  expect(requestedCapabilities({ capabilities: asked.toReversed() })).toEqual(
    capabilities.filter((one) => one === 'ViewBase' || asked.includes(one)),
  )
})
