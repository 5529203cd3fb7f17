import type { BriefRequest } from '#contract/basin/basin-requests.ts';
import type { BarMarks } from '#domain/finding/finding.ts';
import type { DayNumber } from '#lib/calendar.ts';
import type { FindingScope } from '#server/db/findings.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { HttpProblem } from '#server/http/problems.ts';
import type { Figure } from '../contract.ts';

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

/** The page of the brief. */
export const todayPath = '/watershed-overview/today';

/** The bar of a finding, as the contract has it. */
export function toFigureBar(bar: BarMarks | undefined): Figure['bar'] {
  if (!bar) return null;
  const { percentile = null, record = null, yearBefore: year_before = null, isLate: is_late } = bar;
  return { percentile, record, year_before, is_late };
}

/** The refusal of a figure whose values only people with an account may read. */
export function withheldFigure(name: string): HttpProblem {
  return new HttpProblem(403, `The values of ${name} need an account, so this figure is in the portal only.`);
}
