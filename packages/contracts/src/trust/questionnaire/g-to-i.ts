import { explain, must, options, type Section, yesNo } from './form.ts'

const travelRule: Section = {
  id: 'G',
  title: 'Travel Rule practice',
  about: 'How data is sent with transfers, and what happens when it isn’t.',
  questions: [
    must('G1', 'Where does the Travel Rule bind you today, and since when?', [
      yesNo('Bound by law today?', 'bound'),
      {
        name: 'countries',
        label: 'Countries',
        type: 'table',
        when: { part: 'bound', is: ['yes'] },
        columns: [
          { name: 'country', label: 'Country', type: 'country' },
          { name: 'since', label: 'Since', type: 'date' },
        ],
      },
    ]),
    must('G2', 'Above which amount do you apply it, and to domestic transfers too?', [
      {
        name: 'thresholds',
        label: 'Thresholds',
        type: 'table',
        columns: [
          { name: 'country', label: 'Country', type: 'country' },
          { name: 'amount', label: 'From amount', type: 'number' },
          { name: 'currency', label: 'Currency', type: 'text' },
          {
            name: 'domestic',
            label: 'Domestic too',
            type: 'select',
            options: options('Yes', 'No'),
          },
        ],
      },
    ]),
    must('G3', 'How far along is your rollout?', [
      {
        name: 'phase',
        label: 'Phase',
        type: 'select',
        options: options('Not started', 'Preparing', 'Sunrise', 'Active', 'Enforced'),
      },
      { name: 'date', label: 'Next phase planned for', type: 'date', optional: true },
    ]),
    must('G4', 'Which protocols do you support, and under which identifiers?', [
      {
        name: 'protocols',
        label: 'Protocols',
        type: 'table',
        columns: [
          { name: 'protocol', label: 'Protocol', type: 'text' },
          { name: 'identifier', label: 'Identifier or endpoint', type: 'text' },
        ],
      },
    ]),
    must('G5', 'Is a withdrawal held until the receiver accepts?', [
      {
        name: 'answer',
        label: 'Answer',
        type: 'select',
        options: options('Until accepted', 'Up to one hour', 'Up to one day', 'Longer', 'Not held'),
      },
    ]),
    must(
      'G6',
      'What do you do with a deposit that arrives without data?',
      [
        {
          name: 'answer',
          label: 'Answer',
          type: 'select',
          options: options('Held', 'Returned', 'Credited, then asked for', 'Credited'),
        },
      ],
      {
        flags: [
          { part: 'answer', is: ['credited'], says: 'Deposits without data are simply credited' },
        ],
      },
    ),
    must('G7', 'Do you check the beneficiary name against your own records?', [
      {
        name: 'answer',
        label: 'Answer',
        type: 'select',
        options: options('Exact match', 'Small differences allowed', 'By hand', 'Not compared'),
      },
    ]),
    must('G8', 'How is control of a self-hosted wallet proven, and above which amount?', [
      {
        name: 'methods',
        label: 'Methods',
        type: 'multi',
        options: options(
          'Signed message',
          'Small transfer',
          'Screenshot',
          'Own statement',
          'Not proven',
        ),
      },
      { name: 'amount', label: 'Above', type: 'money' },
    ]),
    must(
      'G9',
      'How do you identify the VASP behind an address, and assess it before sharing data?',
      [{ name: 'answer', label: 'Procedure', type: 'longtext' }],
    ),
    must('G10', 'Who can a counterparty reach within one business day?', [
      {
        name: 'contact',
        label: 'Travel Rule contact',
        type: 'contact',
        asks: ['name', 'email', 'phone', 'hours', 'timeZone'],
      },
    ]),
  ],
}

const protection: Section = {
  id: 'H',
  title: 'Data protection and security',
  about: 'What happens to the personal data you receive.',
  questions: [
    must(
      'H1',
      'Which data-protection law applies, and is received Travel Rule data used only for compliance?',
      [
        { name: 'law', label: 'Law', type: 'text' },
        {
          name: 'officer',
          label: 'Data-protection contact',
          type: 'contact',
          asks: ['name', 'email'],
        },
        yesNo('Used only for compliance?'),
        explain('no', 'What else it is used for'),
      ],
      { flags: [{ part: 'answer', is: ['no'], says: 'Received data is used beyond compliance' }] },
    ),
    must(
      'H2',
      'Where is received personal data stored, who can see it, how is it encrypted, and how long is it kept?',
      [{ name: 'answer', label: 'Answer', type: 'longtext' }],
    ),
    must(
      'H3',
      'Which certificates and tests do you have, and how soon would you notify us of an incident?',
      [
        {
          name: 'proofs',
          label: 'Certificates and tests',
          type: 'multi',
          options: options('SOC 2', 'ISO 27001', 'Penetration test', 'PCI DSS', 'None'),
        },
        { name: 'tested', label: 'Last penetration test', type: 'date', optional: true },
        { name: 'hours', label: 'Counterparties notified within', type: 'number', unit: 'hours' },
      ],
    ),
    must(
      'H4',
      'In the last three years, has personal data been breached, or have keys been lost or stolen?',
      [yesNo(), explain('yes', 'What happened, who was affected, and what changed')],
      {
        flags: [
          { part: 'answer', is: ['yes'], says: 'A data or key breach in the last three years' },
        ],
      },
    ),
  ],
}

const declaration: Section = {
  id: 'I',
  title: 'Declaration',
  about: 'Who signs for these answers. Given when a version is submitted.',
  questions: [],
}

/** Sections G to I. */
export const gToI: readonly Section[] = [travelRule, protection, declaration]
