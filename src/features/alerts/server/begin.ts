import type { Queryable } from '#server/db/queryable.ts';
import { allDays, nameOfSeries, readRecord } from '#server/db/records.ts';
import type { AlertTerms } from '../contract.ts';
import { limitsOf, stepSilence } from '../rules/machine.ts';
import { evaluateLevel, type RuleState, replayLevel } from '../rules/observations.ts';
import { type RuleRecord, readMeasure, toObservations } from './measures.ts';
import { isSilentAt, observedOf, readKnownUntil, readRecent } from './observe.ts';

/**
 * Reads the state with which a rule begins: that of its past. What it is beyond already does not fire it, and no value that
 * there is now ever will.
 */
export async function readFirstState(
  from: Queryable,
  record: RuleRecord,
  terms: AlertTerms,
  now: Date,
): Promise<RuleState> {
  const recent = (await readRecent(from, [record], now)).get(nameOfSeries(record));
  if (terms.kind === 'silence') {
    const seenThrough = recent?.newest;
    const isSilent = isSilentAt(await readKnownUntil(from, record, now), seenThrough, record, terms);
    return { state: stepSilence('ok', isSilent).state, since: seenThrough, seenThrough };
  }
  const measure = await readMeasure(from, record, terms.measure);
  const limits = limitsOf(terms, record.capacity);
  const past = replayLevel(toObservations(await readRecord(from, record, [allDays]), measure), limits);
  const first: RuleState = { state: past.state, since: past.since, seenThrough: undefined };
  if (!recent) return first;
  const { observations, freshMs, isReading } = observedOf(recent, { record, terms, measure, now });
  // A rule of days is not ahead of the day that is still to come because readings are.
  const seenThrough = observations.at(-1)?.at ?? recent.newest;
  if (!isReading) return { ...first, seenThrough };
  const { after } = evaluateLevel(first, observations, { limits, freshMs, now: now.getTime() });
  return { ...after, seenThrough };
}
