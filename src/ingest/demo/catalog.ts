import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Basin, BasinSite } from '#contract/basin/basin.ts';

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

/** The first day of the water year that begins in a calendar year. */
const firstDay = z.int().transform((year) => `${year}-10-01`);
const lastDay = z.iso.date().optional();
const sinceBeginning = z.string().default('1980-10-01');
const thousands = z.number().transform((thousand) => thousand * 1000);

/**
 * Rows of stations.yaml, whose comments say what the columns are: the id of a site, and the fields of its shape in their
 * order.
 */
function rowsOf<Kind extends string, Columns extends z.ZodRawShape>(kind: Kind, columns: Columns) {
  const names = Object.keys(columns);
  const toFields = ([site, ...cells]: readonly unknown[]) => [
    site,
    { kind, ...Object.fromEntries(cells.map((cell, at) => [names[at], cell])) },
  ];
  const shape = z.strictObject({ kind: z.literal(kind), ...columns });
  return z.array(
    z
      .array(z.unknown())
      .transform(toFields)
      .pipe(z.tuple([z.string(), shape])),
  );
}

/** Parameters for generating a station's series, by kind. Days are `YYYY-MM-DD`. */
const Rows = z.object({
  streams: rowsOf('stream', { pattern: Pattern, meanCfs: z.number(), from: firstDay, until: lastDay }),
  unregulated: rowsOf('unregulated', {
    pattern: Pattern,
    meanCfs: z.number(),
    noiseCfs: z.number(),
    from: firstDay,
  }),
  snow: rowsOf('snow', { medianPeakIn: z.number(), from: z.iso.date() }),
  reservoirs: rowsOf('reservoir', {
    lowestAf: thousands,
    medianAf: z.array(thousands).length(12),
    from: sinceBeginning,
  }),
  wells: rowsOf('well', {
    depthFt: z.number(),
    /**
     * When it is highest. `canal`: December to May, drawn down by summer pumping. `recharge`: October to November, filled
     * by canals and fields. `plain`: far from both, with little seasonal change.
     */
    phase: z.enum(['canal', 'recharge', 'plain']),
    readings: z.union([z.literal('daily'), z.int()]),
    from: firstDay,
    until: lastDay,
  }),
  canals: rowsOf('diversion', { annualAf: z.number(), from: firstDay }),
  pumps: rowsOf('pump', { annualAf: z.number(), from: firstDay }),
  recharge: rowsOf('recharge', { capacityCfs: z.number(), from: firstDay }),
  return_flows: rowsOf('return-flow', { summerCfs: z.number(), from: firstDay }),
  weather: rowsOf('weather', { from: firstDay }),
  reaches: rowsOf('reach', {
    noiseCfs: z.number(),
    declinePerYear: z.number(),
    medianCfs: months,
    from: sinceBeginning,
  }),
});
type Rows = z.output<typeof Rows>;

export type DemoShape = Rows[keyof Rows][number][1];

/** A site of the basin file with the parameters of its demo series. */
export type DemoStation = BasinSite & { readonly shape: DemoShape };

function readShapes(): ReadonlyMap<string, DemoShape> {
  const rows = Rows.parse(parse(readFileSync(catalogFile, 'utf8'), { merge: true, maxAliasCount: -1 }));
  return new Map<string, DemoShape>(Object.values(rows).flat());
}

/** Lists the basin's sites that have demo series, in its order; none for another river. */
export function demoStations(basin: Basin): DemoStation[] {
  const shapes = readShapes();
  return basin.sites.flatMap((site) => {
    const shape = shapes.get(site.id);
    return shape ? [{ ...site, shape }] : [];
  });
}
