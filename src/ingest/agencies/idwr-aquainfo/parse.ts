import * as z from 'zod/mini';
import type { ParameterNdx } from '#domain/vocabulary.ts';
import type { DayNumber } from '#lib/calendar.ts';
import { parseInstantDay } from '../../parse-day.ts';
import { parseJson, parseResponse } from '../../parse-response.ts';
import { type Reading, SourceRefused, type SourceSeries, type Target } from '../../source.ts';
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

const Locations = z.array(z.object({ identifier: z.string(), datasets: z.array(Dataset) }));
const Points = z.object({
  points: z.array(z.object({ timeStamp: z.string(), numericValue1: z.optional(z.nullable(z.number())) })),
});

/** Parses `telemetry/locations` to datasets by location identifier. @throws SourceRefused */
export function parseAquaLocations(text: string): ReadonlyMap<string, readonly AquaDataset[]> {
  const locations = parseResponse(Locations, parseJson(text, service), service);
  return new Map(locations.map(({ identifier, datasets }) => [identifier, datasets]));
}

/** Finds the dataset of a parameter, the daily one if there are several. */
export function chooseDataset(datasets: readonly AquaDataset[], ndx: ParameterNdx): AquaDataset | undefined {
  const kind = datasetPatterns[ndx];
  const found = datasets.filter(
    (dataset) => kind?.name.test(dataset.parameter) && kind.unit.test(dataset.unit),
  );
  return found.find(isDaily) ?? found[0];
}

export function isDaily({ label }: Pick<AquaDataset, 'label'>): boolean {
  return /daily/i.test(label ?? '');
}

/**
 * Parses the points of a dataset to daily means. A day is one of America/Denver, with 23 or 25 hours when the clocks
 * change. The service has no approval status, so every value counts as provisional.
 * @throws SourceRefused if the text is not such a response
 */
export function parseAquaPoints(
  text: string,
  name: string,
  target: Target,
  since: DayNumber | undefined,
): SourceSeries {
  const { points } = parseResponse(Points, parseJson(text, service), service);
  const days = new Map<DayNumber, Map<string, number>>();
  const empty = new Set<DayNumber>();
  for (const [at, { timeStamp, numericValue1: value }] of points.entries()) {
    const day = parseInstantDay(timeStamp);
    if (day === undefined) {
      throw new SourceRefused(
        `Unexpected response from ${service}: point ${at + 1}: "${timeStamp}" is not a time.`,
      );
    }
    if (since !== undefined && day < since) continue;
    if (value === null || value === undefined) empty.add(day);
    // Keyed by time, so that a repeated point counts once.
    else days.set(day, (days.get(day) ?? new Map<string, number>()).set(timeStamp, value));
  }
  const readings = [...days].map(
    ([day, values], at): Reading => ({
      day,
      value: mean([...values.values()]),
      approval: 'P',
      qualifier: undefined,
      line: at + 1,
    }),
  );
  readings.sort((one, other) => one.day - other.day);
  for (const day of days.keys()) empty.delete(day);
  return { kind: 'read', name, target, readings, rejections: [], missing: empty.size };
}

const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
