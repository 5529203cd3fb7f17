import Fuse from 'fuse.js';

/** The fields of a site that a search looks at. */
export type SearchRecord = {
  readonly loc_ndx: number;
  readonly loc_name: string;
  readonly loc_id: string;
  readonly loc_type: string;
  readonly parameter_name: string;
  readonly data_provider: string;
  readonly huc8_name: string;
  readonly huc10_name: string;
};

export const mostResults = 49;

const keys = [
  { name: 'loc_name', weight: 4 },
  { name: 'loc_id', weight: 4 },
  { name: 'loc_ndx', weight: 3, getFn: (site: SearchRecord) => String(site.loc_ndx) },
  { name: 'loc_type', weight: 1 },
  { name: 'parameter_name', weight: 1 },
  { name: 'data_provider', weight: 1 },
  { name: 'huc8_name', weight: 1 },
  { name: 'huc10_name', weight: 1 },
];

/** A fuzzy search over the sites; answers with `loc_ndx`, best first, at most 49. */
export function createSearchEngine(records: readonly SearchRecord[]): (text: string) => number[] {
  const fuse = new Fuse(records, { keys, threshold: 0.4, ignoreLocation: true, ignoreFieldNorm: true });
  return (text) => {
    const wanted = text.trim().toLowerCase();
    if (wanted === '') return [];
    const exact = records
      .filter((site) => ranks(site, wanted) < 3)
      .sort((a, b) => ranks(a, wanted) - ranks(b, wanted));
    const found = new Set(exact.slice(0, mostResults).map((site) => site.loc_ndx));
    const add = (hits: { item: SearchRecord }[]) => {
      for (const { item } of hits) if (found.size < mostResults) found.add(item.loc_ndx);
    };
    const words = wanted.split(/[\s,]+/).filter(Boolean);
    // "spring usgs" is in no one field, but each of its words is in some field.
    if (words.length > 1) add(fuse.search(everyWord(words), { limit: mostResults }));
    if (found.size < mostResults) add(fuse.search(wanted, { limit: mostResults }));
    return [...found];
  };
}

function everyWord(words: readonly string[]) {
  return { $and: words.slice(0, 6).map((word) => ({ $or: keys.map(({ name }) => ({ [name]: word })) })) };
}

/** 0: is the id or name; 1: begins with it; 2: a word of the name begins with it; 3: else. */
function ranks(site: SearchRecord, wanted: string): number {
  const name = site.loc_name.toLowerCase();
  const id = site.loc_id.toLowerCase();
  if (id === wanted || name === wanted || String(site.loc_ndx) === wanted) return 0;
  if (id.startsWith(wanted) || name.startsWith(wanted)) return 1;
  return name.includes(` ${wanted}`) ? 2 : 3;
}
