import { SourceRefused, type SourceTools } from '../../source.ts';
import { type DraftSite, draftNrcsSite, draftUsgsSite } from './draft-sites.ts';
import { formatDraft } from './format-draft.ts';
import { listNrcsStations } from './nrcs-stations.ts';
import { listUnits } from './units.ts';
import { listUsgsSites } from './usgs-sites.ts';

export type BasinDraft = {
  /** The text of a basin file. */
  readonly text: string;
  readonly siteCount: number;
  /** How many sites are left out, by reason. */
  readonly leftOut: ReadonlyMap<string, number>;
};

/**
 * Drafts the basin file of a HUC4 from the services' own lists of sites.
 * @throws SourceRefused if a service fails, or if there are no sites
 */
export async function draftBasin(huc4: string, tools: SourceTools): Promise<BasinDraft> {
  const [region] = await listUnits(huc4, 4, tools);
  const huc8s = await listUnits(huc4, 8, tools);
  if (!region || huc8s.length === 0) {
    throw new SourceRefused(`The Watershed Boundary Dataset has no HUC4 ${huc4}. Check the code.`);
  }
  const { locations, records } = await listUsgsSites(huc4, tools);
  const stations = await listNrcsStations(huc4, tools);
  const recordsByLocation = Map.groupBy(records, ({ location }) => location);
  const codes = new Set(huc8s.map(({ code }) => code));
  const drafted = [
    ...locations.map((each) => draftUsgsSite(each, recordsByLocation.get(each.id) ?? [], codes)),
    ...stations.map((each) => draftNrcsSite(each, codes)),
  ];
  const sites = new Map<string, DraftSite>();
  const leftOut = new Map<string, number>();
  for (const each of drafted) {
    // A site may be on two pages, because the list can change between them.
    if ('site' in each) sites.set(each.site.id, each.site);
    else leftOut.set(each.leftOut, (leftOut.get(each.leftOut) ?? 0) + 1);
  }
  if (sites.size === 0) {
    const seen = locations.length + stations.length;
    throw new SourceRefused(
      `No site in ${huc4} has daily values that the portal can import (${seen} sites were listed).`,
    );
  }
  const inOrder = [...sites.values()].toSorted(byUnitAndType);
  return {
    text: formatDraft({ huc4, name: region.name, huc8s, sites: inOrder }),
    siteCount: sites.size,
    leftOut,
  };
}

function byUnitAndType(one: DraftSite, other: DraftSite): number {
  return (
    one.huc8.localeCompare(other.huc8) || one.type.localeCompare(other.type) || one.id.localeCompare(other.id)
  );
}
