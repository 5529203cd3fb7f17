import type { Flag } from '#domain/flags.ts';
import type { Reading, Rejection, SourceSeries } from '../source.ts';
import { flagSamples, type QualityRules } from './flag-samples.ts';

/** A little less than the largest `real` in the database. */
const maxStorable = 3e38;
/** New values can change the flags of stored ones up to this many days before and after them. */
const reviewedDays = 5;

/** A value as the database stores it. */
export type FlaggedValue = Omit<Reading, 'line'> & { readonly flag: Flag | undefined };

/** Separates the readings that the database can store; adds the others to the rejections. */
export function splitStorable(series: Extract<SourceSeries, { kind: 'read' }>) {
  const storable: Reading[] = [];
  const rejections: Rejection[] = [...series.rejections];
  for (const reading of series.readings) {
    if (Math.abs(reading.value) < maxStorable) storable.push(reading);
    else {
      rejections.push({
        day: reading.day,
        value: String(reading.value),
        reason: 'too large to store',
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

/** Flags the new values. Also returns the stored values near them whose flags change because of them. */
export function flagSeries({ before, readings, after }: SeriesContext, rules: QualityRules) {
  // Rounded like the database's `real`, so that new and stored values compare equal.
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
