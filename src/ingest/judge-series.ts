import type { Flag } from '#domain/flags.ts';
import { judge, type QualityRules } from './normalise/quality.ts';
import type { Reading, Rejection, SourceSeries } from './source.ts';

/** More than a `real` of the database holds. */
const mostStorable = 3e38;
/** Days before and after an import whose values may turn out to be spikes, or none, only now. */
const reconsidered = 5;

/** A value as it is stored. */
export type Judged = Omit<Reading, 'line'> & { readonly flag: Flag | undefined };

/** The readings that can be stored, and the rejections with those that cannot. */
export function partStorable(series: Extract<SourceSeries, { kind: 'read' }>) {
  const storable: Reading[] = [];
  const rejections: Rejection[] = [...series.rejections];
  for (const reading of series.readings) {
    if (Math.abs(reading.value) < mostStorable) storable.push(reading);
    else {
      rejections.push({
        day: reading.day,
        value: String(reading.value),
        reason: 'larger than any number kept',
      });
    }
  }
  return { storable, rejections: rejections.sort((one, other) => one.day - other.day) };
}

type Around = {
  readonly before: readonly Judged[];
  readonly readings: readonly Reading[];
  readonly after: readonly Judged[];
};

/** The values with their flags, and those stored near them whose flag is another in the light of them. */
export function judged({ before, readings, after }: Around, rules: QualityRules) {
  // As the database rounds, so that what is judged now and what was judged before are alike.
  const known = ({ day, value, flag }: Judged) => ({
    day,
    value: Math.fround(value),
    isDoubted: flag === 'agency',
  });
  const fresh = ({ day, value, isDoubted }: Reading) => ({ day, value: Math.fround(value), isDoubted });
  const flags = judge([...before.map(known), ...readings.map(fresh), ...after.map(known)], rules);
  const values = readings.map(
    ({ day, value, approval, qualifier }, at): Judged => ({
      day,
      value,
      approval,
      qualifier,
      flag: flags[before.length + at],
    }),
  );
  const from = (readings[0]?.day ?? 0) - reconsidered;
  const to = (readings.at(-1)?.day ?? 0) + reconsidered;
  const revised = (stored: readonly Judged[], offset: number) =>
    stored.flatMap((each, at): Judged[] => {
      const flag = flags[offset + at];
      return each.day >= from && each.day <= to && flag !== each.flag ? [{ ...each, flag }] : [];
    });
  return {
    values,
    changed: [...revised(before, 0), ...revised(after, before.length + readings.length)],
  };
}
