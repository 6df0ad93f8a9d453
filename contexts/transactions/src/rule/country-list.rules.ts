import {
  type CountryList,
  countryCodes,
  countryLists,
  type Rule,
  type RuleDirection,
  type RuleSetBody,
} from '@countersign/contracts/transactions'
import type { Issue } from '@countersign/kit/errors'

/** The rules of a direction with the countries of the company's own lists in place of these. */
export const rulesOf = ({ lists, ...body }: RuleSetBody, direction: RuleDirection): Rule[] =>
  lists === undefined || lists.length === 0
    ? body[direction]
    : body[direction].map((rule) => ({
        ...rule,
        conditions: rule.conditions.map((one) =>
          one.check === 'JURISDICTION' || one.check === 'CUSTOMER_COUNTRY'
            ? {
                ...one,
                values: one.values.flatMap(
                  (value) => lists.find(({ name }) => name === value)?.countries ?? [value],
                ),
              }
            : one,
        ),
      }))

/** What is wrong with lists: a name twice or of FATF's, or something that is no country. */
export function faultsOfLists(lists: readonly CountryList[]): Issue[] {
  const names = lists.map(({ name }) => name)
  return lists.flatMap(({ name, countries }, index): Issue[] => {
    const fault = (field: string, msg: string): Issue => ({
      loc: ['body', 'ruleSet', 'lists', index, field],
      msg,
      type: 'value_error',
    })
    const strange = countries.find((code) => !countryCodes.has(code))
    return [
      ...(names.indexOf(name) < index || countryLists[name]
        ? [fault('name', 'Another list has this name')]
        : []),
      ...(strange === undefined ? [] : [fault('countries', `${strange} is no country`)]),
    ]
  })
}
