import type { Flag } from '#domain/flags.ts';
import type { Reading, Rejection, SourceSeries } from '../source.ts';
import { flagSamples, type QualityRules } from './flag-samples.ts';

/** More than a `real` of the database holds. */
const maxStorable = 3e38;
/** Days before and after an import whose values may turn out to be spikes, or none, only now. */
const reviewedDays = 5;

/** A value as it is stored. */
export type FlaggedValue = Omit<Reading, 'line'> & { readonly flag: Flag | undefined };

/** The readings that can be stored, and the rejections with those that cannot. */
export function splitStorable(series: Extract<SourceSeries, { kind: 'read' }>) {
  const storable: Reading[] = [];
  const rejections: Rejection[] = [...series.rejections];
  for (const reading of series.readings) {
    if (Math.abs(reading.value) < maxStorable) storable.push(reading);
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

type SeriesContext = {
  readonly before: readonly FlaggedValue[];
  readonly readings: readonly Reading[];
  readonly after: readonly FlaggedValue[];
};

/** The values with their flags, and those stored near them whose flag is another in the light of them. */
export function flagSeries({ before, readings, after }: SeriesContext, rules: QualityRules) {
  // As the database rounds, so that what is judged now and what was judged before are alike.
  const toStoredSample = ({ day, value, flag }: FlaggedValue) => ({
    day,
    value: Math.fround(value),
    isSuspect: flag === 'agency',
  });
  const toNewSample = ({ day, value, isSuspect }: Reading) => ({ day, value: Math.fround(value), isSuspect });
  const flags = flagSamples(
    [...before.map(toStoredSample), ...readings.map(toNewSample), ...after.map(toStoredSample)],
    rules,
  );
  const values = readings.map(
    ({ day, value, approval, qualifier }, at): FlaggedValue => ({
      day,
      value,
      approval,
      qualifier,
      flag: flags[before.length + at],
    }),
  );
  const from = (readings[0]?.day ?? 0) - reviewedDays;
  const to = (readings.at(-1)?.day ?? 0) + reviewedDays;
  const revised = (stored: readonly FlaggedValue[], offset: number) =>
    stored.flatMap((each, at): FlaggedValue[] => {
      const flag = flags[offset + at];
      return each.day >= from && each.day <= to && flag !== each.flag ? [{ ...each, flag }] : [];
    });
  return {
    values,
    changed: [...revised(before, 0), ...revised(after, before.length + readings.length)],
  };
}
