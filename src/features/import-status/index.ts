export { readDemonstration } from './contract.ts';
export { describeProblems, shortSourceLabel, sourceLabel, statusLabels } from './screen/columns.ts';

/** What a fill of `import-sections` is given: a React component. */
export type ImportSectionProps = {
  /** Called where it has stored values. */
  readonly onStored: () => void;
  /** How often somebody has asked for newer answers; more of them ask again. */
  readonly refreshes: number;
};
