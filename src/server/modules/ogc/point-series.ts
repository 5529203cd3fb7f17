import { crs84, type OgcParameter } from '#contract/ogc-documents.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import type { DailyRows } from '../time-series/daily-data.ts';
import { qualityCodes } from './collections.ts';
import { qualityName } from './datasets.ts';

const referencing = [
  { coordinates: ['x', 'y'], system: { type: 'GeographicCRS', id: crs84 } },
  { coordinates: ['t'], system: { type: 'TemporalRS', calendar: 'Gregorian' } },
];

export type PointSeriesColumns = {
  readonly start: string;
  /** For every day from `start` on, JSON: a number, or null for a missing or a flagged value. */
  readonly values: readonly string[];
  /** For every day the code of its quality, or null for a missing value. */
  readonly quality: readonly string[];
};

/** The days from the first value to the last one, both included. */
export function countDays({ dates, flagged }: DailyRows['series'][number]): number {
  const last = Number(dates?.slice(dates.lastIndexOf(',') + 1) ?? 0);
  return flagged.reduce((latest, { day }) => Math.max(latest, day), last) + 1;
}

/** Spreads the values of a series over all days from its first value to its last one. */
export function toPointSeriesColumns(series: DailyRows['series'][number]): PointSeriesColumns {
  const { start, dates, values, approval, flagged } = series;
  const days = dates === null ? [] : dates.split(',').map(Number);
  const count = countDays(series);
  const columns = {
    start,
    values: new Array<string>(count).fill('null'),
    quality: new Array<string>(count).fill('null'),
  };
  for (const [at, value] of (values ?? '').split(',').entries()) {
    const day = days[at];
    if (day === undefined) continue;
    columns.values[day] = value;
    columns.quality[day] = String(approval?.[at] === 'A' ? qualityCodes.approved : qualityCodes.provisional);
  }
  for (const { day } of flagged) columns.quality[day] = String(qualityCodes.omitted);
  return columns;
}

const daysPerPart = 5000;

/** Writes a CoverageJSON PointSeries in parts. `parameters` are those that were asked for. */
export function* writePointSeries(
  { start, values, quality }: PointSeriesColumns,
  {
    position: [x, y],
    parameters,
  }: { position: readonly [number, number]; parameters: Record<string, OgcParameter> },
) {
  const first = dayNumber(start);
  yield `{"type":"Coverage","domain":{"type":"Domain","domainType":"PointSeries","axes":{"x":{"values":[${x}]},"y":{"values":[${y}]},"t":{"values":[`;
  yield* inParts(values.length, (at) => `"${formatDay(first + at)}"`);
  yield `]}},"referencing":${JSON.stringify(referencing)}},"parameters":${JSON.stringify(parameters)},"ranges":{`;
  let separator = '';
  for (const name of Object.keys(parameters)) {
    const isQuality = name === qualityName;
    const head = {
      type: 'NdArray',
      dataType: isQuality ? 'integer' : 'float',
      axisNames: ['t'],
      shape: [values.length],
    };
    yield `${separator}${JSON.stringify(name)}:${JSON.stringify(head).slice(0, -1)},"values":[`;
    yield* inParts(values.length, (at) => (isQuality ? quality : values)[at] ?? 'null');
    yield ']}';
    separator = ',';
  }
  yield '}}';
}

function* inParts(count: number, write: (at: number) => string) {
  for (let from = 0; from < count; from += daysPerPart) {
    const length = Math.min(daysPerPart, count - from);
    yield (from > 0 ? ',' : '') + Array.from({ length }, (_, at) => write(from + at)).join(',');
  }
}
