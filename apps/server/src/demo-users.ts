const kestrelBay = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'
const kestrelBayEurope = 'did:ethr:0x4b687d36dd9159d0996a3087e45f889e65265857'
const norrland = 'did:ethr:0x17c7245f82368b8e141f545654834ad336c954c2'

/** The one password of all demo sign-ins. */
export const demoPassword = 'demo'

/** The people who can sign in to the demo, all with the password `demo`. */
export const demoUsers = [
  {
    subject: 'ana',
    email: 'ana.reyes@kestrelbay.example',
    name: 'Ana Reyes',
    about: 'Compliance officer and developer of Kestrel Bay Exchange, admin of Kestrel Bay Europe',
    roles: [
      { vaspDID: kestrelBay, role: 'compliance_officer' },
      { vaspDID: kestrelBay, role: 'developer' },
      { vaspDID: kestrelBayEurope, role: 'admin' },
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
    about: 'Viewer at Norrland Krypto: reads, changes nothing',
    roles: [{ vaspDID: norrland, role: 'viewer' }],
  },
  {
    subject: 'tomas',
    email: 'tomas.haas@alpenvault.example',
    name: 'Tomas Haas',
    about: 'Works at Alpenvault Custody, belongs to no company yet',
    roles: [],
  },
  {
    subject: 'noor',
    email: 'noor@countersign.example',
    name: 'Noor Aziz',
    about: 'Internal admin of the network',
    roles: [{ role: 'Countersign Admin' }],
  },
]
