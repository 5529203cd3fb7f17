import * as z from 'zod/mini';
import { DataPoint, listWells } from '#contract/public-map.ts';
import { RequestFailed } from '#contract/request.ts';
import { countOf } from '#lib/count-text.ts';
import { yieldToPage } from '#lib/page/yield-to-page.ts';

/** The list of sites, whose rows are checked one by one: a broken one costs itself and not the map. */
export const listSiteRows = { ...listWells, response: z.array(z.unknown()) };

/** How many sites the map leaves out. */
export type SkippedSites = {
  readonly withoutCoordinates: number;
  /** With coordinates, but without another field that the map needs. */
  readonly incomplete: number;
};

const Placed = z.looseObject({ location_geometry: DataPoint.shape.location_geometry });

/** Rows that are checked in one task. */
const rowsPerTask = 100;

/** @throws RequestFailed if no row is a site */
export async function readSites(
  rows: readonly unknown[],
): Promise<{ sites: DataPoint[]; skipped: SkippedSites }> {
  const sites: DataPoint[] = [];
  let withoutCoordinates = 0;
  let incomplete = 0;
  for (const [at, row] of rows.entries()) {
    if (at % rowsPerTask === rowsPerTask - 1) await yieldToPage();
    const parsed = DataPoint.safeParse(row);
    if (parsed.success) sites.push(parsed.data);
    else if (Placed.safeParse(row).success) incomplete += 1;
    else withoutCoordinates += 1;
  }
  if (rows.length > 0 && sites.length === 0) {
    throw new RequestFailed('unreadable', 'The server’s answer could not be read.');
  }
  return { sites, skipped: { withoutCoordinates, incomplete } };
}

/** `1 site without coordinates is not shown.`; undefined if all sites are. */
export function describeSkipped({ withoutCoordinates, incomplete }: SkippedSites): string | undefined {
  const parts = [
    ...(withoutCoordinates > 0 ? [`${countOf(withoutCoordinates, 'site')} without coordinates`] : []),
    ...(incomplete > 0 ? [`${countOf(incomplete, 'site')} with incomplete data`] : []),
  ];
  if (parts.length === 0) return undefined;
  const isOne = withoutCoordinates + incomplete === 1;
  return `${parts.join(' and ')} ${isOne ? 'is' : 'are'} not shown.`;
}
