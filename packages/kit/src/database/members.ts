/** These texts for an `in (…)`, which SQL does not have without a member: nothing that we keep is called ''. */
export const members = (texts: readonly string[]): readonly string[] =>
  texts.length > 0 ? texts : ['']
