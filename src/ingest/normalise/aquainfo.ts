import * as z from 'zod/mini';
import { type DayNumber, dayNumber, todayInDenver } from '#domain/calendar.ts';
import { type ParameterNdx, parameter } from '#domain/vocabulary.ts';
import { type Reading, SourceRefused, type SourceSeries, type Target } from '../source.ts';
import { parseAnswer, parseJson } from './answers.ts';

const service = 'AquaInfo';

const Dataset = z.object({
  uniqueId: z.string(),
  parameter: z.string(),
  unit: z.string(),
  label: z.optional(z.nullable(z.string())),
});
/** A series of a location; `label` says how its values come, such as `Daily`. */
export type AquaDataset = z.output<typeof Dataset>;

const Locations = z.array(z.object({ identifier: z.string(), datasets: z.array(Dataset) }));
const Points = z.object({
  points: z.array(z.object({ timeStamp: z.string(), numericValue1: z.optional(z.nullable(z.number())) })),
});

/** What the service calls the portal's parameters, and in which units it gives them. */
const kinds: Partial<Record<ParameterNdx, { name: RegExp; unit: RegExp }>> = {
  [parameter.streamflow]: { name: /discharge/i, unit: /^(ft\^3\/s|cfs)$/i },
  [parameter.diversion]: { name: /discharge|diversion/i, unit: /^(ft\^3\/s|cfs)$/i },
  [parameter.returnFlow]: { name: /discharge/i, unit: /^(ft\^3\/s|cfs)$/i },
  [parameter.recharge]: { name: /discharge|recharge/i, unit: /^(ft\^3\/s|cfs)$/i },
  [parameter.storage]: { name: /storage|volume|contents/i, unit: /^(acre-ft|ac-ft|af)$/i },
  [parameter.depthToWater]: { name: /depth to water|below (land|ground)|dtw/i, unit: /^ft$/i },
  [parameter.groundwaterElevation]: { name: /elevation/i, unit: /^ft$/i },
  [parameter.precipitation]: { name: /precip/i, unit: /^in$/i },
  [parameter.airTemperature]: { name: /air temp/i, unit: /^degf$/i },
};

/** The locations of `telemetry/locations` with their datasets, by identifier. @throws SourceRefused */
export function readAquaLocations(text: string): ReadonlyMap<string, readonly AquaDataset[]> {
  const locations = parseAnswer(Locations, parseJson(text, service), service);
  return new Map(locations.map(({ identifier, datasets }) => [identifier, datasets]));
}

/** The dataset of a parameter: the daily one where there are several. */
export function chooseDataset(datasets: readonly AquaDataset[], ndx: ParameterNdx): AquaDataset | undefined {
  const kind = kinds[ndx];
  const found = datasets.filter(
    (dataset) => kind?.name.test(dataset.parameter) && kind.unit.test(dataset.unit),
  );
  return found.find(isDaily) ?? found[0];
}

export function isDaily({ label }: Pick<AquaDataset, 'label'>): boolean {
  return /daily/i.test(label ?? '');
}

/**
 * Reads the points of a dataset. Several of one day in America/Denver are their mean, so that a day of 23 or 25 hours
 * is a day like any other. The service does not say what is approved: all counts as provisional.
 * @throws SourceRefused where the text is no such answer
 */
export function readAquaPoints(
  text: string,
  name: string,
  target: Target,
  since: DayNumber | undefined,
): SourceSeries {
  const { points } = parseAnswer(Points, parseJson(text, service), service);
  const days = new Map<DayNumber, { instants: Set<number>; sum: number; count: number; line: number }>();
  let missing = 0;
  for (const [at, { timeStamp, numericValue1: value }] of points.entries()) {
    const instant = new Date(timeStamp);
    if (Number.isNaN(instant.getTime())) {
      throw new SourceRefused(`This is no answer of ${service}: point ${at + 1}: "${timeStamp}" is no time.`);
    }
    const day = dayNumber(todayInDenver(instant));
    if (since !== undefined && day < since) continue;
    if (value === null || value === undefined) {
      missing += 1;
      continue;
    }
    const known = days.get(day) ?? { instants: new Set<number>(), sum: 0, count: 0, line: at + 1 };
    days.set(day, known);
    // The same point twice, as pages that overlap have it, is one.
    if (known.instants.has(instant.getTime())) continue;
    known.instants.add(instant.getTime());
    known.sum += value;
    known.count += 1;
  }
  const readings = [...days].map(
    ([day, { sum, count, line }]): Reading => ({
      day,
      value: sum / count,
      approval: 'P',
      qualifier: undefined,
      line,
    }),
  );
  readings.sort((one, other) => one.day - other.day);
  return { kind: 'read', name, target, readings, rejections: [], missing };
}
