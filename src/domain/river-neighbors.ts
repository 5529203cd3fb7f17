/** Sites along a river in downstream order. `joins` is the first site of another river below its mouth. */
type River = {
  readonly name: string;
  readonly sites: readonly string[];
  readonly joins?: string | undefined;
};

/** A site next to another one: its agency's id, and the river that it is on. */
export type RiverNeighbor = { readonly id: string; readonly river: string };

/** Both lists begin with the nearest site. `river` is that of the site itself. */
export type RiverNeighbors = {
  readonly river: string;
  readonly upstream: readonly RiverNeighbor[];
  readonly downstream: readonly RiverNeighbor[];
};

/** How many sites of its own course a site has on each side. */
const shownSites = 3;

/**
 * Finds the next sites on a river: three upstream, followed by the last site of each tributary that flows in just above, and
 * three downstream, beyond the mouth on the river that it flows into. Undefined for a site on no river.
 */
export function neighborsOf(rivers: readonly River[], id: string): RiverNeighbors | undefined {
  const river = riverOf(rivers, id);
  if (!river) return undefined;
  const at = river.sites.indexOf(id);
  const upstream = river.sites
    .slice(Math.max(0, at - shownSites), at)
    .toReversed()
    .map((each) => ({ id: each, river: river.name }));
  const tributaries = rivers.flatMap(({ name, sites, joins }): RiverNeighbor[] => {
    const last = sites.at(-1);
    return joins === id && last !== undefined ? [{ id: last, river: name }] : [];
  });
  return {
    river: river.name,
    upstream: [...upstream, ...tributaries],
    downstream: downstreamOf(rivers, river, id),
  };
}

/** The ids of all sites above one, on its own river and on those that flow in. None of a site on no river. */
export function sitesAbove(rivers: readonly River[], id: string): readonly string[] {
  const river = riverOf(rivers, id);
  if (!river) return [];
  // A river joins above the first site below its mouth.
  const own = river.sites.slice(0, river.sites.indexOf(id) + 1);
  const tributaries = rivers.filter(({ joins }) => joins !== undefined && own.includes(joins));
  const through = tributaries.flatMap(({ sites }) => {
    const last = sites.at(-1);
    return last === undefined ? [] : [last, ...sitesAbove(rivers, last)];
  });
  return [...own.slice(0, -1), ...through];
}

function downstreamOf(rivers: readonly River[], river: River, id: string): RiverNeighbor[] {
  const found: RiverNeighbor[] = [];
  let current: River | undefined = river;
  let next: string | undefined = id;
  while (found.length < shownSites && current && next !== undefined) {
    const following: string | undefined = current.sites[current.sites.indexOf(next) + 1];
    next = following ?? current.joins;
    if (following === undefined) current = next === undefined ? undefined : riverOf(rivers, next);
    if (current && next !== undefined) found.push({ id: next, river: current.name });
  }
  return found;
}

function riverOf(rivers: readonly River[], id: string): River | undefined {
  return rivers.find(({ sites }) => sites.includes(id));
}
