import type { BriefRequest } from '#contract/basin/basin-requests.ts';
import type { SeasonFacts } from '#domain/season/season-content.ts';
import type { DayNumber } from '#lib/calendar.ts';
import type { FindingScope } from '../../db/findings.ts';
import type { Queryable } from '../../db/queryable.ts';
import { HttpProblem } from '../../http/problems.ts';

/** What figures are read from. */
export type FigureContext = {
  readonly from: Queryable;
  readonly brief: BriefRequest;
  /** Parameters whose charts have 0 at the top. */
  readonly reversedParameters: ReadonlySet<number>;
  /** That of anybody: figures know no callers. */
  readonly scope: FindingScope;
  readonly on: DayNumber;
};

/** The facts of a season of values of the water year. */
export function seasonFacts(
  parameter: number,
  {
    source,
    isDemonstration,
    ...others
  }: Pick<SeasonFacts, 'source' | 'isDemonstration'> & Partial<SeasonFacts>,
): SeasonFacts {
  const usual = { year: 'water', measure: 'value', isReversed: false, capacity: undefined } as const;
  return { parameter, ...usual, source, isDemonstration, ...others };
}

/** The refusal of a figure whose values only people with an account may read. */
export function withheldFigure(name: string): HttpProblem {
  return new HttpProblem(403, `The values of ${name} need an account, so this figure is in the portal only.`);
}
