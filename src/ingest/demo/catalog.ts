import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Basin, BasinSite } from '#contract/basin.ts';

const catalogFile = path.resolve(import.meta.dirname, '../../../content/demo/stations.yaml');

const months = z.array(z.number()).length(12);

/** The yearly pattern of a stream; the comments of stations.yaml say what the fields are. */
const Pattern = z.object({
  months,
  wetSpring: z.number(),
  wetRest: z.number(),
  steps: z.boolean(),
  noise: z.number(),
  storms: z.number(),
  slow: z.number(),
  loss: z.number(),
  declines: z.boolean().default(false),
});
export type Pattern = z.output<typeof Pattern>;

/**
 * When a well is highest. `canal`: December to May, drawn down by summer pumping. `recharge`: October to November,
 * filled by canals and fields. `plain`: far from both, with little seasonal change.
 */
const wellPhases = ['canal', 'recharge', 'plain'] as const;
type WellPhase = (typeof wellPhases)[number];

/** Parameters for generating a station's series. Days are `YYYY-MM-DD`. */
export type Shape =
  | { kind: 'stream'; pattern: Pattern; meanCfs: number; from: string; until?: string }
  | { kind: 'unregulated'; pattern: Pattern; meanCfs: number; noiseCfs: number; from: string }
  | { kind: 'snow'; medianPeakIn: number; from: string }
  | { kind: 'reservoir'; lowestAf: number; medianAf: readonly number[]; from: string }
  | {
      kind: 'well';
      depthFt: number;
      phase: WellPhase;
      readings: 'daily' | number;
      from: string;
      until?: string;
    }
  | { kind: 'diversion'; annualAf: number; from: string }
  | { kind: 'pump'; annualAf: number; from: string }
  | { kind: 'recharge'; capacityCfs: number; from: string }
  | { kind: 'return-flow'; summerCfs: number; from: string }
  | { kind: 'reach'; medianCfs: readonly number[]; noiseCfs: number; declinePerYear: number; from: string }
  | { kind: 'weather'; from: string };

/** A site of the basin file with the parameters of its demo series. */
export type Station = BasinSite & { readonly shape: Shape };

const recordsBegin = '1980-10-01';

/** The first day of the water year that begins in a calendar year. */
const firstDay = z.int().transform((year) => `${year}-10-01`);
const id = z.string();
const lastDay = z.iso.date().optional();
const readings = z.union([z.literal('daily'), z.int()]);

/** The rows of stations.yaml by kind; its comments say what the columns are. */
const Rows = z.object({
  streams: z.array(z.tuple([id, Pattern, z.number(), firstDay, lastDay])),
  unregulated: z.array(z.tuple([id, Pattern, z.number(), z.number(), firstDay])),
  snow: z.array(z.tuple([id, z.number(), z.iso.date()])),
  reservoirs: z.array(z.tuple([id, z.number(), months])),
  wells: z.array(z.tuple([id, z.number(), z.enum(wellPhases), readings, firstDay, lastDay])),
  canals: z.array(z.tuple([id, z.number(), firstDay])),
  pumps: z.array(z.tuple([id, z.number(), firstDay])),
  recharge: z.array(z.tuple([id, z.number(), firstDay])),
  return_flows: z.array(z.tuple([id, z.number(), firstDay])),
  weather: z.array(z.tuple([id, firstDay])),
  reaches: z.array(z.tuple([id, z.number(), z.number(), months])),
});

function readShapes(): ReadonlyMap<string, Shape> {
  const rows = Rows.parse(parse(readFileSync(catalogFile, 'utf8'), { merge: true, maxAliasCount: -1 }));
  const shapes = new Map<string, Shape>();
  for (const [site, pattern, meanCfs, from, until] of rows.streams)
    shapes.set(site, { kind: 'stream', pattern, meanCfs, from, until });
  for (const [site, pattern, meanCfs, noiseCfs, from] of rows.unregulated)
    shapes.set(site, { kind: 'unregulated', pattern, meanCfs, noiseCfs, from });
  for (const [site, medianPeakIn, from] of rows.snow) shapes.set(site, { kind: 'snow', medianPeakIn, from });
  for (const [site, lowest, median] of rows.reservoirs) {
    const medianAf = median.map((thousand) => thousand * 1000);
    shapes.set(site, { kind: 'reservoir', lowestAf: lowest * 1000, medianAf, from: recordsBegin });
  }
  for (const [site, depthFt, phase, count, from, until] of rows.wells)
    shapes.set(site, { kind: 'well', depthFt, phase, readings: count, from, until });
  for (const [site, annualAf, from] of rows.canals) shapes.set(site, { kind: 'diversion', annualAf, from });
  for (const [site, annualAf, from] of rows.pumps) shapes.set(site, { kind: 'pump', annualAf, from });
  for (const [site, capacityCfs, from] of rows.recharge)
    shapes.set(site, { kind: 'recharge', capacityCfs, from });
  for (const [site, summerCfs, from] of rows.return_flows)
    shapes.set(site, { kind: 'return-flow', summerCfs, from });
  for (const [site, from] of rows.weather) shapes.set(site, { kind: 'weather', from });
  for (const [site, noiseCfs, declinePerYear, medianCfs] of rows.reaches)
    shapes.set(site, { kind: 'reach', medianCfs, noiseCfs, declinePerYear, from: recordsBegin });
  return shapes;
}

/** Lists the basin's sites that have demo series, in its order; none for another river. */
export function demoStations(basin: Basin): Station[] {
  const shapes = readShapes();
  return basin.sites.flatMap((site) => {
    const shape = shapes.get(site.id);
    return shape ? [{ ...site, shape }] : [];
  });
}
