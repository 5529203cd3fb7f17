import type { Basin } from './basin.ts';
import { type BasinIssue, findDuplicates } from './basin-duplicates.ts';
import type { BasinRiver } from './basin-rivers.ts';

/** Finds rivers of unknown sites, sites with two places, and rivers that flow into no other or into themselves. */
export function* findRiverIssues({ rivers = [], sites }: Basin): Generator<BasinIssue> {
  const ids = new Set(sites.map(({ id }) => id));
  const riverOf = new Map<string, BasinRiver>();
  yield* findDuplicates(rivers, ({ name }) => name, ['rivers'], 'name');
  for (const [at, river] of rivers.entries()) {
    const path = ['rivers', at, 'sites'];
    yield* findDuplicates(river.sites, (id) => id, path);
    for (const [place, id] of river.sites.entries()) {
      if (!ids.has(id)) yield { path: [...path, place], message: `"${id}" is not the id of a site` };
      const other = riverOf.get(id);
      if (other && other !== river) {
        yield { path: [...path, place], message: `"${id}" is already a site of ${other.name}` };
      }
      riverOf.set(id, other ?? river);
    }
  }
  for (const [at, river] of rivers.entries()) {
    const { joins } = river;
    if (joins === undefined) continue;
    const path = ['rivers', at, 'joins'];
    const main = riverOf.get(joins);
    if (!main) yield { path, message: `"${joins}" is not a site of a river` };
    else if (flowsInto(main, river, riverOf)) {
      yield { path, message: `${river.name} would flow into itself; name a site of another river` };
    }
  }
}

/** Whether a river, or one that it flows into, is `target`. */
function flowsInto(river: BasinRiver, target: BasinRiver, riverOf: ReadonlyMap<string, BasinRiver>): boolean {
  const seen = new Set<BasinRiver>();
  for (let next: BasinRiver | undefined = river; next && !seen.has(next); ) {
    if (next === target) return true;
    seen.add(next);
    next = next.joins === undefined ? undefined : riverOf.get(next.joins);
  }
  return false;
}
