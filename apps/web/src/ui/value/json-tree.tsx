import { JsonView } from 'react-json-view-lite'
import { t } from '../language.ts'

const string = 'text-success wrap-anywhere'
const word = 'text-warning'

/** The library's hooks for looks: class names only, so no style sheet of its own is loaded. */
const looks = {
  container: 'font-mono text-xs leading-5 text-text',
  basicChildStyle: 'pl-4',
  childFieldsContainer: '',
  label: 'mr-1 text-muted',
  clickableLabel: 'mr-1 cursor-pointer text-muted',
  nullValue: word,
  undefinedValue: word,
  booleanValue: word,
  otherValue: 'text-text',
  numberValue: 'text-info tabular-nums',
  stringValue: string,
  punctuation: 'mr-1 text-muted',
  collapseIcon: 'json-arrow json-arrow-open',
  expandIcon: 'json-arrow',
  collapsedContent: 'json-more',
  noQuotesForStringValues: false,
  quotesForFieldNames: false,
  ariaLables: { collapseJson: t('Close'), expandJson: t('Open') },
}

/** The tree of `JsonView`, apart so that it is loaded only where it is shown. */
export function JsonTree({ label, data }: { label: string; data: object }) {
  return (
    <JsonView
      aria-label={label}
      data={data}
      style={looks}
      shouldExpandNode={(level) => level < 2}
      clickToExpandNode
    />
  )
}
