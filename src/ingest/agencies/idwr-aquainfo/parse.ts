import * as z from 'zod/mini';
import type { ParameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { createSeriesCollector } from '../../collect-series.ts';
import { parseInstantDay } from '../../parse-day.ts';
import { readNumber } from '../../parse-number.ts';
import { parseJson, parseResponse } from '../../parse-response.ts';
import { readJsonElements } from '../../read-json.ts';
import { SourceRefused, type SourceSeries, type SourceText, type Target } from '../../source.ts';
import { checkUnit } from '../../units.ts';
import { datasetPatterns } from './codes.ts';

const service = 'AquaInfo';

const Dataset = z.object({
  uniqueId: z.string(),
  parameter: z.string(),
  unit: z.string(),
  label: z.optional(z.nullable(z.string())),
});
/** A series at a location; `label` is its interval, such as `Daily`. */
export type AquaDataset = z.output<typeof Dataset>;

const Location = z.object({
  locationName: z.optional(z.nullable(z.string())),
  identifier: z.string(),
  latitude: z.optional(z.nullable(z.number())),
  longitude: z.optional(z.nullable(z.number())),
  datasets: z.array(Dataset),
});
export type AquaLocation = z.output<typeof Location>;

const Point = z.object({
  timeStamp: z.string(),
  numericValue1: z.optional(z.nullable(z.union([z.number(), z.string()]))),
});

const Points = z.object({ points: z.array(z.unknown()) });

/** Parses `telemetry/locations`. @throws SourceRefused */
export function parseAquaLocations(text: string): readonly AquaLocation[] {
  return parseResponse(z.array(Location), parseJson(text, service), service);
}

/** Finds the dataset of a parameter whose unit can be converted: the daily one, or the one in the portal's unit. */
export function chooseDataset(datasets: readonly AquaDataset[], ndx: ParameterNdx): AquaDataset | undefined {
  const rank = (dataset: AquaDataset) => {
    const check = checkUnit(dataset.unit, ndx);
    if (!datasetPatterns[ndx]?.test(dataset.parameter) || 'refusal' in check) return undefined;
    return (isDaily(dataset) ? 2 : 0) + (check.note === undefined ? 1 : 0);
  };
  return datasets
    .filter((dataset) => rank(dataset) !== undefined)
    .sort((one, other) => (rank(other) ?? 0) - (rank(one) ?? 0))[0];
}

function isDaily({ label }: AquaDataset): boolean {
  return /daily/i.test(label ?? '');
}

export type AquaSeries = {
  readonly name: string;
  readonly target: Target;
  readonly seriesId?: string | undefined;
  /** The dataset's unit; a saved response does not name it, so it is taken for the parameter's. */
  readonly unit?: string | undefined;
  readonly notes?: readonly string[];
};

/**
 * Parses the points of a daily dataset. A day is one of the basin's time zone. The service has no approval status, so every
 * value counts as provisional. Refuses readings within a day: the service has no rule for a mean of them.
 * @throws SourceRefused if the text is not such a response
 */
export function parseAquaPoints(
  text: string,
  series: AquaSeries,
  since: DayNumber | undefined,
): SourceSeries {
  const { points } = parseResponse(Points, parseJson(text, service), service);
  const reader = createPointReader(series, since);
  for (const [at, point] of points.entries()) reader.add(point, at);
  return reader.finish();
}

/** Parses a saved response of any size. @throws SourceRefused */
export async function parseAquaPointsFile(
  file: SourceText,
  series: AquaSeries,
  since: DayNumber | undefined,
): Promise<SourceSeries> {
  const reader = createPointReader(series, since);
  try {
    const count = await readJsonElements(file, { paths: ['$.points.*'], service }, ({ value, at }) =>
      reader.add(value, at),
    );
    // Without points, it must be an empty list.
    return count > 0 ? reader.finish() : parseAquaPoints(await file.text(), series, since);
  } finally {
    reader.close();
  }
}

/** Reads points one by one; `at` is the place of each, from 0. `add` throws SourceRefused. */
function createPointReader(
  { name, target, seriesId, unit, notes = [] }: AquaSeries,
  since: DayNumber | undefined,
) {
  const check = unit === undefined ? undefined : checkUnit(unit, target.parameter);
  const { conversion, note } = check && 'conversion' in check ? check : {};
  const collector = createSeriesCollector();
  const column = collector.column(name, () => ({
    name,
    target,
    conversion,
    notes: note === undefined ? notes : [...notes, note],
  }));
  if (check && 'refusal' in check) column.refuse(check.refusal);
  const instants = new Map<DayNumber, number>();
  const add = (json: unknown, at: number): void => {
    const { timeStamp, numericValue1: value } = parseResponse(Point, json, service, ['points', at]);
    const day = parseInstantDay(timeStamp);
    if (day === undefined) {
      throw new SourceRefused(
        `Unexpected response from ${service}: point ${at + 1}: "${timeStamp}" is not a time.`,
      );
    }
    if (since !== undefined && day < since) return;
    const instant = Date.parse(timeStamp);
    const before = instants.get(day);
    if (before !== undefined && before !== instant) {
      column.refuse(
        `Point ${at + 1}: ${formatDay(day)} has several readings within the day, not a daily value. Use the location's dataset with the label Daily.`,
      );
    }
    instants.set(day, instant);
    if (value === null || value === undefined) column.addMissing();
    else {
      const number = typeof value === 'number' ? { value } : readNumber(value.trim());
      if ('reason' in number) column.reject(day, at + 1, String(value), number.reason);
      else column.addValue(day, at + 1, { value: number.value, approval: 'P', qualifier: undefined });
    }
  };
  return {
    add,
    finish: (): SourceSeries => {
      const [series] = collector.series();
      if (!series) throw new SourceRefused(`Unexpected response from ${service}: no points.`);
      return series.kind === 'read' ? { ...series, seriesId } : series;
    },
    close: () => collector.close(),
  };
}
