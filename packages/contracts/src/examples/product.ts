import type { RequestExample } from './scene.ts'

const kestrelBay = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'
/** Coral Reef OTC, which nobody runs yet. */
const nobodys = 'did:ethr:0xeaab7c7ac8a3bf5d59861ebdd61842bf423b1b44'

const norrland = 'did:ethr:0x17c7245f82368b8e141f545654834ad336c954c2'
const question = 'ddqt_3MW9m2928Kv4tv1wnwXm144V8RQ'
const granitequay = 'did:ethr:0x6fd29592f9344ab5027fbac3a7ea025729332a22'
const wallets = {
  origin: '0x52908400098527886E0F7030069857D2E4169EE7',
  destination: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
}

const person = (primaryIdentifier: string, secondaryIdentifier: string, country: string) => ({
  naturalPerson: {
    name: {
      nameIdentifier: [
        { primaryIdentifier, secondaryIdentifier, naturalPersonNameIdentifierType: 'LEGL' },
      ],
    },
    geographicAddress: [
      {
        addressType: 'HOME',
        streetName: 'Harbour Lane',
        buildingNumber: '12',
        townName: 'Bayfront',
        country,
      },
    ],
    customerIdentification: `${primaryIdentifier}-10023`,
    dateAndPlaceOfBirth: { dateOfBirth: '1988-04-09', placeOfBirth: 'Enugu' },
  },
})

const newTransfer = {
  vaspDID: kestrelBay,
  originatorVASPdid: kestrelBay,
  beneficiaryVASPdid: granitequay,
  transactionAsset: 'ETH',
  network: 'ethereum',
  amount: '1.5',
  transactionBlockchainInfo: wallets,
  ivms101: {
    originator: {
      originatorPerson: [person('Okafor', 'Amara', 'SG')],
      accountNumber: [wallets.origin],
    },
    beneficiary: {
      beneficiaryPerson: [person('Lindqvist', 'Elsa', 'US')],
      accountNumber: [wallets.destination],
    },
    payloadMetadata: { payloadVersion: '101.2023' },
  },
}

const newCustomer = {
  body: { name: 'Linden Pay', website: 'https://lindenpay.example', jurisdictions: ['DE'] },
}

const newAddress = {
  vaspDID: kestrelBay,
  address: wallets.origin,
  network: 'ethereum',
  customerRef: 'KB-10023',
}

const newCustomerData = {
  vaspDID: kestrelBay,
  customerRef: 'KB-10024',
  ivms101: {
    naturalPerson: {
      name: {
        nameIdentifier: [
          {
            primaryIdentifier: 'Rahman',
            secondaryIdentifier: 'Aisha',
            naturalPersonNameIdentifierType: 'LEGL',
          },
        ],
      },
      countryOfResidence: 'SG',
    },
  },
  tags: ['Private client'],
}

const newRules = {
  incoming: [
    {
      name: 'Small, from companies that we trust',
      actionRule: 'APPROVE',
      conditions: [
        { check: 'REVIEWED_VASP_LIST', operator: 'IN', values: ['TRUSTED'] },
        { check: 'TRANSACTION_AMOUNT', operator: '<=', amount: '1000.00', currency: 'SGD' },
      ],
    },
    {
      name: 'Our partner and its subsidiaries, to a new destination',
      actionRule: 'SEND_TO_INBOX',
      conditions: [
        { check: 'VASP', operator: 'IN', values: [granitequay], group: true },
        { check: 'FIRST_WITH', operator: 'IN', values: ['ADDRESS'] },
      ],
    },
    { actionRule: 'SEND_TO_INBOX', ruleCheck: 'ALL' },
  ],
}

/**
 * Operation to example, where values made from the schema alone never fit together. Apart from the
 * operations, so that the dashboard does not carry them. Request ids, `version` and `revision` are what
 * earlier answers gave.
 */
export const productExamples: Readonly<Record<string, RequestExample>> = {
  'address.registerCustomer': { body: newAddress },
  'customers.create': { body: newCustomerData },
  'pdf.request': {
    body: { did: kestrelBay, subject: { kind: 'profile', about: kestrelBay } },
  },
  'webhookNetwork.addListener': {
    body: { url: 'https://desk.example/webhooks', eventTypes: ['endpoint.disabled'] },
  },
  'webhookNetwork.erasePayloads': { body: { did: kestrelBay } },
  'webhookNetwork.eraseMessages': {
    body: { did: kestrelBay, ids: ['msg_2jzNl5V2eMFVLbZJqaF0sNsRFpW'] },
  },
  'webhookNetwork.precheck': { body: { did: kestrelBay, eventType: 'vasp.updated' } },
  'network.resolve': {
    path: { caseId: 'req_0f8f7a3c5f9e4a6bb0a0b1c2d3e4f5a6' },
    body: { contact: 'compliance@coralreef.example' },
  },
  'network.redirect': {
    body: { id: '0198c1b2-6f2e-7c41-9a0f-4e2b7a11c3d9', to: kestrelBay },
  },
  'proofs.request': {
    body: {
      vaspDID: kestrelBay,
      customerRef: 'KB-10021',
      address: wallets.origin,
      network: 'ethereum',
      depositAddress: wallets.destination,
    },
  },
  'proofs.open': {
    path: { id: 'req_01j9zq6m3k8s5v2x7c4n1b0a9d' },
    body: { vaspDID: kestrelBay, reason: { code: 'DECIDE' } },
  },
  'proofs.deposit': {
    path: { id: 'req_01j9zq6m3k8s5v2x7c4n1b0a9d' },
    body: {
      vaspDID: kestrelBay,
      amount: '0.00004217',
      from: wallets.origin,
      txHash: `0x${'5f'.repeat(32)}`,
    },
  },
  'subscription.openPortal': {
    path: { vaspDID: kestrelBay },
    body: { return_path: '/billing' },
  },
  'subscription.setEntity': {
    path: { vaspId: kestrelBay },
    body: {
      legal_name: 'Kestrel Bay Exchange Ltd',
      email: 'bills@kestrelbay.example',
      contact_name: 'Grace Ho',
      phone: null,
      address: {
        line1: '1 Harbour Road',
        line2: null,
        city: 'Singapore',
        region: null,
        postal_code: '049483',
        country: 'SG',
      },
      tax_id: { type: 'sg_gst', value: 'M12345678X' },
      purchase_order: null,
    },
  },
  'subscription.setPayer': {
    path: { vaspDID: kestrelBay },
    body: { billing_customer_did: kestrelBay },
  },
  'subscription.checkout': { path: { vaspDID: kestrelBay }, body: { plan: 'standard' } },
  'reconciliation.decide': {
    path: { driftId: '0b7a2f7e-6c1d-4b1a-9a37-2f1f0f6c8f11' },
    body: { action: 'ignore', reason: 'Settled with the provider by phone' },
  },
  'usage.costPreview': { path: { vaspDID: kestrelBay }, body: { plan: 'standard', units: 250 } },
  'auth.claimCompany': { body: { vaspDID: nobodys, note: 'I lead compliance here' } },
  'auth.newCustomer': newCustomer,
  'countersignAuth.newCustomer': newCustomer,
  'auth.decideClaimRequest': {
    path: { vaspDid: nobodys, requestId: 'req_3MW9lhDaVmaMSWJRqhTauMHItoG' },
    body: { decision: 'decline', reason: 'Ask from an address at the company’s domain' },
  },
  'documentRequest.remind': {
    path: { did: kestrelBay, requestId: 'req_3MW9m2928Kv4tv1wnwXm144V8RQ' },
  },
  'piiKeys.register': {
    path: { vaspDID: kestrelBay },
    body: {
      name: 'Ledger service',
      jwk: { kty: 'OKP', crv: 'X25519', x: 'hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo' },
      clientIds: ['client_9f2KxQ7LmV4TzB8dRw3NcY6H'],
    },
  },
  'questionnaire.submit': {
    path: { did: kestrelBay },
    body: {
      version: 1,
      revision: 60,
      declaration: { name: 'Marcus Lim', role: 'Admin', confirmed: true },
    },
  },
  'questionnaireThread.ask': {
    path: { did: kestrelBay },
    body: {
      ownerDid: norrland,
      version: 2,
      about: 'D5',
      text: 'Which of the open findings concern transaction monitoring?',
    },
  },
  'questionnaireThread.comment': {
    path: { did: kestrelBay, thread: question },
    body: { text: 'Thank you. When will they be closed?' },
  },
  'questionnaireThread.resolve': { path: { did: kestrelBay, thread: question } },
  'questionnaireThread.reopen': { path: { did: kestrelBay, thread: question } },
  'registry.updateFromGleif': {
    body: { did: kestrelBay, LEI: 'FICT00D3HLW864R5FJ88', fields: ['legalName'] },
  },
  'registry.updateFromVaspnet': {
    body: {
      did: kestrelBay,
      vaspName: 'Kestrel',
      countryCode: 'SG',
      externalId: 'vn-1000',
      fields: ['legalName'],
    },
  },
  'bulk.act': {
    body: {
      vaspDID: kestrelBay,
      action: 'confirm',
      originatorVASPdid: granitequay,
      beneficiaryVASPdid: kestrelBay,
    },
  },
  'bulk.prepare': {
    body: { vaspDID: kestrelBay, action: 'accept', filter: { section: ['TO_DECIDE'] } },
  },
  'rules.check': { body: { vaspDID: kestrelBay, ruleSet: newRules } },
  'rules.dryRun': { body: { vaspDID: kestrelBay, ruleSet: newRules, direction: 'incoming' } },
  'rules.set': { body: { vaspDID: kestrelBay, ruleSet: newRules, note: 'Trusted companies' } },
  'rules.setDirection': { body: { vaspDID: kestrelBay, ruleSet: newRules } },
  'tx.create': { body: newTransfer },
  'tx.validateV1': {
    body: {
      originatorVASPdid: kestrelBay,
      beneficiaryVASPdid: granitequay,
      transactionAsset: 'ETH',
      network: 'ethereum',
      transactionAmount: '1500000000000000000',
      destination: wallets.destination,
      originatorEqualsBeneficiary: false,
      beneficiaryName: 'Elsa Lindqvist',
    },
  },
  'simulator.send': {
    body: { vaspDID: kestrelBay, scenario: 'WITH_DATA', asset: 'ETH', amount: '1' },
  },
  'tx.notify': {
    body: {
      vaspDID: kestrelBay,
      originatorVASPdid: granitequay,
      txHash: '0x5f2c0b7f3f1d4c5a9a61e1f5a8e5b0f9e7c9b6d4a3f2e1d0c9b8a7f6e5d4c3b2',
      transactionAsset: 'ETH',
      network: 'ethereum',
      amount: '1.5',
      destination: wallets.destination,
    },
  },
}
