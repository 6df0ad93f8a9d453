export { RuleDecisions } from './decisions.tsx'
