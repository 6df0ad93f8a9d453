/** The demo's main company. */
export const kestrelBay = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'
export const kestrelBayEurope = 'did:ethr:0x4b687d36dd9159d0996a3087e45f889e65265857'
export const kestrelBayUk = 'did:ethr:0xd7e7e53ea04bbed3e9010c854d27fc51dddd3c2b'
/** Lost its licence, and the network has disabled it. */
export const saltmarsh = 'did:ethr:0x76d78f3b4ed516f249199009dc02aa647c7550ed'
/** Ana works for it too, so that one person can take a transfer through both of its companies. */
export const granitequay = 'did:ethr:0x6fd29592f9344ab5027fbac3a7ea025729332a22'
export const norrland = 'did:ethr:0x17c7245f82368b8e141f545654834ad336c954c2'

/** The one password of all demo sign-ins. */
export const demoPassword = 'demo'

/** The people who can sign in to the demo, all with the password `demo`. */
export const demoUsers = [
  {
    subject: 'ana',
    email: 'ana.reyes@kestrelbay.example',
    name: 'Ana Reyes',
    about:
      'Compliance officer and developer of Kestrel Bay Exchange, admin of Kestrel Bay Europe, compliance agent of Granitequay Markets',
    roles: [
      { vaspDID: kestrelBay, role: 'compliance_officer' },
      { vaspDID: kestrelBay, role: 'developer' },
      { vaspDID: kestrelBayEurope, role: 'admin' },
      { vaspDID: granitequay, role: 'compliance_agent' },
    ],
  },
  {
    subject: 'marcus',
    email: 'marcus.lim@kestrelbay.example',
    name: 'Marcus Lim',
    about: 'Admin of Kestrel Bay Exchange',
    roles: [{ vaspDID: kestrelBay, role: 'admin' }],
  },
  {
    subject: 'linnea',
    email: 'linnea.berg@norrland.example',
    name: 'Linnea Berg',
    about: 'Viewer at Norrland Krypto: read-only',
    roles: [{ vaspDID: norrland, role: 'viewer' }],
  },
  {
    subject: 'olle',
    email: 'olle.lind@norrland.example',
    name: 'Olle Lind',
    about: 'Admin of Norrland Krypto, whose free plan covers one more transfer this month',
    roles: [{ vaspDID: norrland, role: 'admin' }],
  },
  {
    subject: 'tomas',
    email: 'tomas.haas@alpenvault.example',
    name: 'Tomas Haas',
    about: 'Works at Alpenvault Custody, not part of a company yet',
    roles: [],
  },
  {
    subject: 'noor',
    email: 'noor@countersign.example',
    name: 'Noor Aziz',
    about: 'Internal admin of the network',
    roles: [{ role: 'Countersign Admin' }],
  },
  {
    subject: 'hana',
    email: 'hana.suzuki@kestrelbay.example',
    name: 'Hana Suzuki',
    about: 'Compliance officer of Kestrel Bay Exchange, viewer at Kestrel Bay UK',
    roles: [
      { vaspDID: kestrelBay, role: 'compliance_officer' },
      { vaspDID: kestrelBayUk, role: 'viewer' },
    ],
  },
  {
    subject: 'priya',
    email: 'priya.nair@kestrelbay.example',
    name: 'Priya Nair',
    about: 'Compliance agent of Kestrel Bay Exchange',
    roles: [{ vaspDID: kestrelBay, role: 'compliance_agent' }],
  },
  {
    subject: 'wei',
    email: 'wei.tan@kestrelbay.example',
    name: 'Wei Tan',
    about: 'Developer of Kestrel Bay Exchange',
    roles: [{ vaspDID: kestrelBay, role: 'developer' }],
  },
  {
    subject: 'grace',
    email: 'grace.ho@kestrelbay.example',
    name: 'Grace Ho',
    about: 'Billing admin of Kestrel Bay Exchange',
    roles: [{ vaspDID: kestrelBay, role: 'billing_customer_admin' }],
  },
  {
    subject: 'daniel',
    email: 'daniel.koh@kestrelbay.example',
    name: 'Daniel Koh',
    about: 'Viewer at Kestrel Bay Exchange',
    roles: [{ vaspDID: kestrelBay, role: 'viewer' }],
  },
  {
    subject: 'jun',
    email: 'jun.seah@kestrelbay.example',
    name: 'Jun Seah',
    about: 'Can ask to join Kestrel Bay Exchange',
    roles: [],
  },
  {
    subject: 'ben',
    email: 'ben.ong@kestrelbay.example',
    name: 'Ben Ong',
    about: 'Has asked to join Kestrel Bay Exchange',
    roles: [],
  },
  {
    subject: 'maya',
    email: 'maya.ebanks@coralreef.example',
    name: 'Maya Ebanks',
    about: 'Can claim Coral Reef OTC, which has no admin yet',
    roles: [],
  },
  {
    subject: 'rory',
    email: 'rory.finch@saltmarsh.example',
    name: 'Rory Finch',
    about: 'Viewer at Saltmarsh Swap only, which is disabled',
    roles: [{ vaspDID: saltmarsh, role: 'viewer' }],
  },
  {
    subject: 'lena',
    email: 'lena.voss@lindenpay.example',
    name: 'Lena Voss',
    about: 'Not part of a company; can add Linden Pay in the wizard',
    roles: [],
  },
]

/** What waits at Kestrel Bay: somebody who asks to be let in, and somebody who was invited. */
export const demoPeople = {
  company: kestrelBay,
  asks: {
    subject: 'ben',
    role: 'compliance_agent',
    note: 'I start in the transfers team on Monday.',
  },
  invited: { email: 'kim.larsen@kestrelbay.example', role: 'developer' },
} as const
