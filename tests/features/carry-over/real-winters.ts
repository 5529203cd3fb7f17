import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import type { Winter } from '#features/carry-over/rules/carry-over.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { mean } from '#lib/moments.ts';
import {
  dailyValues,
  daysOf,
  flowColumns,
  flowFile,
  flowsFrom,
  pointOf,
  totalsOf,
} from '../../support/real-series.ts';

/**
 * The winters of a fill group from a day of August to December, `MM-DD`, to April 1 of 1981 to 2020. The flow is that since
 * October 1, of a week or more.
 */
export function realWinters(group: string, issued: string): Winter[] {
  const totals = totalsOf(group);
  const flows = dailyValues(flowFile, flowColumns[pointOf(group)] ?? '');
  const storageOf = (day: DayNumber) => [day, day - 1, day - 2, day - 3].map((each) => totals.get(each));
  const last = (day: DayNumber) => storageOf(day).find((value) => value !== undefined) ?? null;
  return Array.from({ length: 40 }, (_, at) => 1981 + at).flatMap((year) => {
    // Without February 29, so that all winters have the same days.
    const days = daysOf(issued, '04-01', year, year - 1).filter((day) => !formatDay(day).endsWith('02-29'));
    const [first = 0, ...path] = days;
    const storage = last(first);
    const october = issued >= '10-08' ? year - 1 : year - 2;
    const season = daysOf('10-01', issued, year - 1, october).slice(0, -1);
    const known = flowsFrom(flows, season);
    const flow = known.length < 0.9 * season.length ? null : mean(known) * season.length * acreFeetPerCfsDay;
    return storage === null ? [] : [{ year, storage_af: storage, flow_af: flow, path_af: path.map(last) }];
  });
}
