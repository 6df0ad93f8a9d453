import { explain, may, must, options, type Section, yesNo } from './form.ts'

const programme: Section = {
  id: 'D',
  title: 'AML programme and governance',
  about: 'How the company is organised to prevent money laundering and terrorist financing.',
  questions: [
    must(
      'D1',
      'Has the board approved a written programme against money laundering, terrorist financing and proliferation financing in the last 24 months?',
      [
        yesNo(),
        {
          name: 'policy',
          label: 'The programme',
          type: 'file',
          when: { part: 'answer', is: ['yes'] },
          hint: 'A document from your library',
        },
        explain('no', 'What is in place, and when approval is planned'),
      ],
      { flags: [{ part: 'answer', is: ['no'], says: 'No AML programme approved by the board' }] },
    ),
    must(
      'D2',
      'Who is the compliance officer?',
      [
        {
          name: 'officer',
          label: 'Compliance officer',
          type: 'contact',
          asks: ['name', 'role', 'email', 'phone'],
        },
        {
          name: 'reports',
          label: 'Who they report to',
          type: 'text',
          hint: 'Shows their seniority and independence from sales',
        },
      ],
      { help: 'The person responsible for the programme.' },
    ),
    may('D3', 'How many people work in compliance, and what do you outsource?', [
      { name: 'staff', label: 'Compliance staff', type: 'number', unit: 'people' },
      { name: 'outsourced', label: 'Outsourced functions', type: 'longtext', optional: true },
    ]),
    must('D4', 'When was your last enterprise-wide risk assessment, and what did it cover?', [
      { name: 'date', label: 'Date of the assessment', type: 'date' },
      {
        name: 'factors',
        label: 'Covered',
        type: 'multi',
        options: options(
          'Customers',
          'Countries',
          'Products',
          'Channels',
          'Counterparties',
          'New technology',
        ),
      },
    ]),
    must('D5', 'When was the programme last independently audited?', [
      { name: 'date', label: 'Date of the audit', type: 'date' },
      { name: 'by', label: 'Auditor', type: 'text' },
      { name: 'findings', label: 'High findings still open', type: 'number', unit: 'findings' },
    ]),
    may('D6', 'How are staff trained: who, how often, and how is it tested?', [
      { name: 'training', label: 'Training', type: 'longtext' },
    ]),
    may('D7', 'Do you have whistleblowing and anti-bribery policies?', [
      yesNo(),
      explain('no', 'What applies instead'),
    ]),
    must(
      'D8',
      'How long do you keep customer and transfer records?',
      [{ name: 'years', label: 'Retention', type: 'number', unit: 'years' }],
      { flags: [{ part: 'years', below: 5, says: 'Records are kept for less than five years' }] },
    ),
  ],
}

const customers: Section = {
  id: 'E',
  title: 'Customer due diligence',
  about: 'How the company knows its customers.',
  questions: [
    must(
      'E1',
      'Is every customer identified and verified before the first transfer?',
      [yesNo(), explain('no', 'Who isn’t, and up to what limits')],
      {
        flags: [{ part: 'answer', is: ['no'], says: 'Customers may transfer before verification' }],
      },
    ),
    may('E2', 'Below what amount are customers not identified?', [
      { name: 'amount', label: 'Amount', type: 'money', hint: 'Leave blank if there is none' },
    ]),
    must('E3', 'How are customers verified?', [
      {
        name: 'methods',
        label: 'Methods',
        type: 'multi',
        options: options(
          'Identity document',
          'Liveness check',
          'Database',
          'Video call',
          'In person',
        ),
      },
    ]),
    must(
      'E4',
      'Above what share do you identify beneficial owners of legal persons?',
      [{ name: 'share', label: 'Share', type: 'percent' }],
      { flags: [{ part: 'share', above: 25, says: 'Owners are identified only above 25%' }] },
    ),
    must('E5', 'What triggers enhanced due diligence?', [
      {
        name: 'triggers',
        label: 'Triggers',
        type: 'multi',
        options: options(
          ...[
            'Politically exposed person',
            'High-risk country',
            'High volume',
            'Complex ownership',
          ],
          ...['Adverse media', 'On-chain exposure', 'Other'],
        ),
      },
      { name: 'measures', label: 'What you do then', type: 'longtext' },
    ]),
    must('E6', 'How often are customers screened for politically exposed persons?', [
      {
        name: 'frequency',
        label: 'After onboarding',
        type: 'select',
        options: options(
          'Daily',
          'Weekly',
          'Monthly',
          'Yearly',
          'At onboarding only',
          'Not screened',
        ),
      },
    ]),
    must('E7', 'How often is each risk class reviewed?', [
      {
        name: 'cycle',
        label: 'Review cycle',
        type: 'table',
        columns: [
          {
            name: 'risk',
            label: 'Risk class',
            type: 'select',
            options: options('High', 'Medium', 'Low'),
          },
          { name: 'months', label: 'Months between reviews', type: 'number' },
        ],
      },
    ]),
  ],
}

const sanctions: Section = {
  id: 'F',
  title: 'Sanctions, monitoring, reporting',
  about: 'What you screen, monitor and report.',
  questions: [
    must(
      'F1',
      'Which sanctions lists do you screen against, and how often do you rescreen?',
      [
        {
          name: 'lists',
          label: 'Lists',
          type: 'multi',
          options: [
            { value: 'un', label: 'United Nations' },
            { value: 'ofac', label: 'OFAC (United States)' },
            { value: 'eu', label: 'European Union' },
            { value: 'uk', label: 'United Kingdom' },
            { value: 'local', label: 'Local lists' },
          ],
        },
        {
          name: 'frequency',
          label: 'Rescreened',
          type: 'select',
          options: options(
            'On every list change',
            'Daily',
            'Weekly',
            'Monthly',
            'At onboarding only',
          ),
        },
      ],
      {
        flags: [{ part: 'lists', lacks: 'un', says: 'The United Nations list is not screened' }],
      },
    ),
    must(
      'F2',
      'Is every wallet address checked against sanctioned addresses before a transfer?',
      [yesNo(), explain('no', 'Which transfers are not checked')],
      { flags: [{ part: 'answer', is: ['no'], says: 'Addresses are not checked for sanctions' }] },
    ),
    must('F3', 'Which blockchain analytics do you use, and what is scored?', [
      { name: 'providers', label: 'Providers', type: 'texts' },
      {
        name: 'scored',
        label: 'Transfers scored',
        type: 'select',
        options: options('Incoming and outgoing', 'Incoming only', 'Outgoing only', 'None'),
      },
    ]),
    must('F4', 'What happens to a sanctioned or high-risk deposit?', [
      { name: 'answer', label: 'Procedure', type: 'longtext' },
    ]),
    must('F5', 'How are transactions monitored, and how old is the oldest open alert?', [
      {
        name: 'how',
        label: 'Monitoring',
        type: 'select',
        options: options('Automated', 'Manual', 'Both'),
      },
      { name: 'backlog', label: 'Oldest open alert', type: 'number', unit: 'days' },
    ]),
    must('F6', 'To which authority do you report suspicions, and who is responsible?', [
      { name: 'authority', label: 'Authority', type: 'text' },
      { name: 'owner', label: 'Responsible role', type: 'text' },
    ]),
    must('F7', 'When a counterparty asks about a transfer, is tipping-off prevented?', [
      yesNo(),
      explain('no', 'What a counterparty may learn'),
    ]),
  ],
}

/** Sections D to F. */
export const dToF: readonly Section[] = [programme, customers, sanctions]
