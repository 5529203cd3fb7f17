import { maxBridgedDays } from '#domain/bridge-gaps.ts';
import { cumulativeVolume } from '#domain/season/cumulative-volume.ts';
import { firstDayOf, lastDayOf, type YearKind } from '#domain/season/season.ts';
import type { StoredSeries } from '#domain/series-columns.ts';
import type {
  DayStatistic,
  RankedDayStatistic,
  RecordStatistics,
} from '#domain/statistics/daily-statistics.ts';
import { type Measure, parameterNdx } from '#domain/vocabulary.ts';
import type { Queryable } from '../db/queryable.ts';
import { type RecordHead, readHeads } from '../db/record-heads.ts';
import {
  allDays,
  type DayRange,
  mergeRanges,
  rangesOfPeers,
  readLatest,
  readRecord,
  type SeriesKey,
} from '../db/records.ts';
import { readRankedStatistics, readStatisticSetting, readStatistics } from '../db/statistic-day.ts';
import { HttpProblem, recordNotFound } from '../http/problems.ts';

/** A record as it is compared: its values or volumes, and their statistics. */
export type MeasuredRecord<Day extends DayStatistic = DayStatistic> = StoredRecord &
  RecordStatistics<Day> & {
    /** Of volumes: the estimated days of the year up to each day. */
    readonly estimatedDays: readonly number[] | undefined;
  };

type Asked = { readonly kind: YearKind; readonly measure: Measure };
type RecordAddress = { readonly parameter: string; readonly location: string };

const noStatistics: RecordStatistics = { statistics: [], years: [] };

/**
 * Reads the years that are asked for, and statistics if any of them is.
 * @throws HttpProblem 400 for a volume of what is no discharge
 * @throws HttpProblem 404
 */
export async function readComparedRecord(
  from: Queryable,
  { parameter, location }: RecordAddress,
  wanted: readonly string[],
  { kind, measure }: Asked,
): Promise<MeasuredRecord> {
  const head = await readRecordHead(from, parameter, location);
  requireDischarge(head, measure);
  const years = wanted.map(Number).filter(Number.isInteger);
  const [columns, statistics] = await Promise.all([
    readYears(from, head, years, kind, measure),
    years.length < wanted.length ? readStatistics(from, head, kind, measure) : noStatistics,
  ]);
  return applyMeasure({ ...head, ...columns }, statistics, { kind, measure });
}

/**
 * Reads what the standing of the latest value needs: the values of the same day of all years, or for a volume the whole
 * record.
 * @throws HttpProblem 400, 404 as `readComparedRecord` does
 */
export async function readLatestRecord(
  from: Queryable,
  { parameter, location }: RecordAddress,
  { kind, measure }: Asked,
): Promise<MeasuredRecord<RankedDayStatistic>> {
  const head = await readRecordHead(from, parameter, location);
  requireDischarge(head, measure);
  const statistics = await readRankedStatistics(from, head, kind, measure);
  const record =
    measure === 'volume'
      ? await readWholeRecord(from, parameter, location)
      : { ...head, ...(await readLatestAndPeers(from, head, statistics.statistics[0]?.period ?? 'day')) };
  return applyMeasure(record, statistics, { kind, measure });
}

function requireDischarge({ parameter_name, units_name }: RecordHead, measure: Measure): void {
  if (measure === 'value' || units_name === 'cfs') return;
  throw new HttpProblem(400, `A volume needs a discharge in cfs; ${parameter_name} is in ${units_name}.`);
}

/** Turns discharge into its volume since the first day of the year, if that is asked for. */
function applyMeasure<Day extends DayStatistic>(
  record: StoredRecord,
  statistics: RecordStatistics<Day>,
  { kind, measure }: Asked,
): MeasuredRecord<Day> {
  if (measure === 'value') return { ...record, ...statistics, estimatedDays: undefined };
  const volume = cumulativeVolume(record, kind);
  return {
    ...record,
    ...volume,
    ...statistics,
    parameter_name: `Cumulative ${record.parameter_name}`,
    units_name: 'AF',
    provisional: volume.approval.split('P').length - 1,
    // Qualifiers apply to single days.
    qualifiers: new Map(),
  };
}

/** A daily record, or a part of it, with the values that pass the quality rules. */
type StoredRecord = Omit<RecordHead, keyof StoredSeries | keyof RecordStatistics> & StoredSeries;

/** @throws HttpProblem 404 for an unknown parameter or location */
async function readRecordHead(from: Queryable, parameter: string, location: string): Promise<RecordHead> {
  const [head] = await readHeads(from, [{ loc_ndx: Number(location), parameter_ndx: Number(parameter) }]);
  if (!head) throw recordNotFound();
  return head;
}

/** Reads all values of a parameter at a location. Without values, the record is empty. @throws HttpProblem 404 */
export async function readWholeRecord(
  from: Queryable,
  parameter: string,
  location: string,
): Promise<StoredRecord> {
  const head = await readRecordHead(from, parameter, location);
  return { ...head, ...(await readValues(from, head, [allDays])) };
}

/** Reads the values of years; for volumes also the days around them that may bridge a gap. */
function readYears(
  from: Queryable,
  key: SeriesKey,
  years: readonly number[],
  kind: YearKind,
  measure: Measure,
): Promise<StoredSeries> {
  const margin = measure === 'volume' ? maxBridgedDays + 1 : 0;
  const ranges = years.map(
    (year): DayRange => [firstDayOf(year, kind) - margin, lastDayOf(year, kind) + margin],
  );
  return readValues(from, key, mergeRanges(ranges));
}

/** Reads the latest value of a record, and those of the same day, or month, of all years. */
async function readLatestAndPeers(
  from: Queryable,
  { loc_ndx, parameter_ndx }: SeriesKey,
  period: 'day' | 'month',
): Promise<StoredSeries> {
  const [latest] = await readLatest(from, { sites: [loc_ndx], parameter: parameter_ndx });
  const ranges = latest ? rangesOfPeers(latest.first, latest.last, period) : [];
  return readValues(from, { loc_ndx, parameter_ndx }, ranges);
}

function readValues(from: Queryable, key: SeriesKey, ranges: readonly DayRange[]): Promise<StoredSeries> {
  return readRecord(from, key, ranges, { withQualifiers: true });
}

/** Reads the daily gains of a reach, and whether statistics rest on approved values only. */
export async function readReach(from: Queryable, location: string) {
  const [record, { approved_only: approvedOnly }] = await Promise.all([
    readWholeRecord(from, String(parameterNdx.reachGain), location),
    readStatisticSetting(from),
  ]);
  return { ...record, approvedOnly };
}
