import { callForAction } from '../../country-lists.ts'
import { explain, may, must, options, type Section, yesNo } from './form.ts'

const entity: Section = {
  id: 'A',
  title: 'Entity and ownership',
  about: 'Who the company is, who owns it and who runs it.',
  questions: [
    must('A1', 'What is the full registered legal name?', [
      { name: 'name', label: 'Legal name', type: 'text' },
    ]),
    may(
      'A2',
      'Under which names and brands do customers know you?',
      [{ name: 'names', label: 'Trading names', type: 'texts' }],
      { help: 'Names of apps and websites count. One name per entry.' },
    ),
    must('A3', 'Where is the company registered, and where does it operate?', [
      { name: 'registered', label: 'Registered address', type: 'longtext' },
      { name: 'business', label: 'Principal place of business', type: 'longtext' },
    ]),
    must('A4', 'When and where was the company incorporated?', [
      { name: 'date', label: 'Date of incorporation', type: 'date' },
      { name: 'country', label: 'Country of incorporation', type: 'country' },
      { name: 'number', label: 'Registration number', type: 'text' },
    ]),
    may(
      'A5',
      'Does the company have a Legal Entity Identifier?',
      [
        { name: 'lei', label: 'LEI', type: 'lei' },
        {
          name: 'status',
          label: 'Registration status',
          type: 'select',
          options: options('Issued', 'Lapsed', 'No LEI'),
        },
      ],
      { flags: [{ part: 'status', is: ['lapsed'], says: 'The LEI registration has lapsed' }] },
    ),
    must('A6', 'Who owns the company: the public, private owners, a state, its members?', [
      {
        name: 'kind',
        label: 'Type of ownership',
        type: 'select',
        options: options('Publicly listed', 'Privately held', 'State-owned', 'Member-owned'),
      },
      {
        name: 'chart',
        label: 'Ownership chart',
        type: 'file',
        hint: 'A document from your library showing every level up to natural persons',
      },
    ]),
    must(
      'A7',
      'Which natural persons own 10% or more, directly or indirectly?',
      [
        {
          name: 'owners',
          label: 'Owners',
          type: 'table',
          columns: [
            { name: 'name', label: 'Name', type: 'text' },
            { name: 'share', label: 'Share', type: 'percent' },
            { name: 'country', label: 'Country of residence', type: 'country' },
          ],
        },
      ],
      {
        help: 'If no one owns that much, name the persons who control the company by other means.',
        flags: [
          {
            part: 'owners',
            column: 'country',
            in: callForAction,
            says: 'An owner lives in a country subject to a FATF call for action',
          },
        ],
      },
    ),
    must('A8', 'Who are the directors and senior managers?', [
      {
        name: 'people',
        label: 'Directors and senior managers',
        type: 'table',
        columns: [
          { name: 'name', label: 'Name', type: 'text' },
          { name: 'role', label: 'Role', type: 'text' },
          { name: 'country', label: 'Country of residence', type: 'country' },
          { name: 'since', label: 'Since', type: 'date', optional: true },
        ],
      },
    ]),
    must(
      'A9',
      'In the last ten years, was any owner, director or senior manager charged with or convicted of a financial crime?',
      [yesNo(), explain('yes', 'What happened, and how it ended')],
      {
        flags: [
          { part: 'answer', is: ['yes'], says: 'A person in charge has faced criminal charges' },
        ],
      },
    ),
    may('A10', 'Which group companies and branches do these answers cover?', [
      {
        name: 'companies',
        label: 'Group companies',
        type: 'table',
        columns: [
          { name: 'name', label: 'Name or DID', type: 'text' },
          { name: 'country', label: 'Country', type: 'country' },
        ],
      },
    ]),
  ],
}

const licensing: Section = {
  id: 'B',
  title: 'Licensing and supervision',
  about: 'What the company is allowed to do, where, and who supervises it.',
  questions: [
    must('B1', 'Which authority is your main financial supervisor?', [
      { name: 'name', label: 'Supervisor', type: 'text' },
    ]),
    must(
      'B2',
      'Which licences and registrations do you hold?',
      [
        yesNo('Do you hold any?', 'held'),
        {
          name: 'licences',
          label: 'Licences and registrations',
          type: 'table',
          when: { part: 'held', is: ['yes'] },
          columns: [
            { name: 'country', label: 'Country', type: 'country' },
            { name: 'regulator', label: 'Regulator', type: 'text' },
            { name: 'number', label: 'Number', type: 'text' },
            { name: 'activity', label: 'Permitted activity', type: 'text' },
            {
              name: 'status',
              label: 'Status',
              type: 'select',
              options: options('Active', 'Applied for', 'Suspended', 'Ended'),
            },
            { name: 'since', label: 'Since', type: 'date' },
          ],
        },
      ],
      { flags: [{ part: 'held', is: ['no'], says: 'No licence or registration' }] },
    ),
    may('B3', 'Where do you offer services without a local licence, and on what legal ground?', [
      {
        name: 'places',
        label: 'Countries without a licence',
        type: 'table',
        columns: [
          { name: 'country', label: 'Country', type: 'country' },
          { name: 'ground', label: 'Legal ground', type: 'text' },
        ],
      },
    ]),
    must(
      'B4',
      'Are you allowed to send and receive virtual assets wherever you operate?',
      [
        {
          name: 'answer',
          label: 'Answer',
          type: 'select',
          options: options('Yes', 'Partly', 'No'),
        },
      ],
      { flags: [{ part: 'answer', is: ['no'], says: 'Not allowed to transfer virtual assets' }] },
    ),
    must(
      'B5',
      'In the last five years, has the company been fined, put under an order, refused a licence or lost one?',
      [yesNo(), explain('yes', 'Which authority, when, why, and what has been done since')],
      {
        flags: [{ part: 'answer', is: ['yes'], says: 'Regulatory action in the last five years' }],
      },
    ),
    may('B6', 'When did a supervisor last examine you, and is a material finding still open?', [
      { name: 'date', label: 'Last examination', type: 'date' },
      yesNo('Material findings open?', 'open'),
    ]),
  ],
}

const business: Section = {
  id: 'C',
  title: 'Business, products, customers',
  about: 'What the company offers, to whom and where.',
  questions: [
    must('C1', 'Which services do you offer?', [
      {
        name: 'services',
        label: 'Services',
        type: 'multi',
        options: options(
          ...['Exchange', 'Brokerage', 'Custody', 'Payments', 'OTC desk', 'Staking', 'Lending'],
          ...['Token issuance', 'Kiosks', 'Other'],
        ),
      },
    ]),
    must('C2', 'What kinds of customers do you have, and what is the share of each?', [
      {
        name: 'customers',
        label: 'Customer types',
        type: 'table',
        hint: 'By number of customers. Shares must add up to 100%.',
        columns: [
          {
            name: 'kind',
            label: 'Kind',
            type: 'select',
            options: options('Retail', 'Corporate', 'Institutional', 'Other VASPs'),
          },
          { name: 'share', label: 'Share', type: 'percent', total: 100 },
        ],
      },
    ]),
    must('C3', 'In which ten countries do most of your customers live?', [
      { name: 'countries', label: 'Top countries', type: 'countries' },
    ]),
    must('C4', 'From which countries do you refuse customers?', [
      { name: 'countries', label: 'Refused countries', type: 'countries' },
      { name: 'regions', label: 'Regions within countries', type: 'text', optional: true },
    ]),
    must(
      'C5',
      'Do you support anonymity-enhancing assets?',
      [yesNo(), explain('yes', 'Which assets, and what limits apply')],
      { flags: [{ part: 'answer', is: ['yes'], says: 'Supports anonymity-enhancing assets' }] },
    ),
    must(
      'C6',
      'Do you block transfers to and from mixers and privacy pools?',
      [yesNo(), explain('no', 'Why not, and what is done instead')],
      { flags: [{ part: 'answer', is: ['no'], says: 'Transfers with mixers are not blocked' }] },
    ),
    must('C7', 'Do other VASPs or payment firms serve their own customers through you?', [
      yesNo(),
      explain('yes', 'Who they are, and how you know their customers'),
    ]),
    may('C8', 'What was your average monthly volume in the last quarter?', [
      { name: 'count', label: 'Transfers', type: 'number', unit: 'a month' },
      { name: 'value', label: 'Value', type: 'money' },
    ]),
  ],
}

/** Sections A to C. */
export const aToC: readonly Section[] = [entity, licensing, business]
