import Fuse from 'fuse.js';
import type { SearchRecord } from './search-record.ts';

export const maxResults = 49;

/** Terms that are ignored: a search for “Snake River at Heise” finds “Snake River near Heise”. */
const stopTerms = new Set(['at', 'in', 'near', 'of', 'on', 'the']);

type IndexedSite = {
  readonly ndx: number;
  readonly name: string;
  readonly ids: readonly string[];
  readonly nameTokens: readonly string[];
  readonly tokens: readonly string[];
};

/**
 * Creates a search that returns `loc_ndx`, best first, at most 49. Ids are matched by prefix. Misspellings are
 * considered only if nothing matches the words as typed.
 */
export function createSearchEngine(records: readonly SearchRecord[]): (text: string) => number[] {
  const sites = records.map(toIndexedSite);
  const fuzzyMatch = createFuzzyMatcher([...new Set(sites.flatMap(({ tokens }) => tokens))]);
  return (text) => {
    const wanted = normalizeText(text);
    const all = tokenize(wanted).slice(0, 8);
    const significant = all.filter((word) => !stopTerms.has(word));
    const terms = significant.length > 0 ? significant : all;
    if (terms.length === 0) return [];
    const literal = topRanked(sites, (site) => rankOf(site, wanted, terms));
    return literal.length > 0 ? literal : topRanked(sites, fuzzyRanker(terms, fuzzyMatch));
  };
}

/** Sorts the sites that have a finite rank by it; ties stay in their order. */
function topRanked(sites: readonly IndexedSite[], rank: (site: IndexedSite) => number): number[] {
  return sites
    .map((site) => ({ ndx: site.ndx, rank: rank(site) }))
    .filter((hit) => hit.rank < Infinity)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxResults)
    .map(({ ndx }) => ndx);
}

/**
 * 0: equals an id or the name; 1: is a prefix of one; 2: every term is a prefix of a word of the name;
 * 3: of a word of any field; Infinity: no match.
 */
function rankOf(site: IndexedSite, wanted: string, terms: readonly string[]): number {
  const whole = [...site.ids, site.name];
  if (whole.includes(wanted)) return 0;
  if (whole.some((each) => each.startsWith(wanted))) return 1;
  const begins = (all: readonly string[]) => terms.every((word) => all.some((each) => each.startsWith(word)));
  if (begins(site.nameTokens)) return 2;
  return begins([...site.tokens, ...site.ids]) ? 3 : Infinity;
}

/**
 * Ranks by the sum of the spelling errors of all terms; half an error is added for a match outside the name. One of
 * three or more terms may be missing, which counts as three errors.
 */
function fuzzyRanker(terms: readonly string[], fuzzyMatch: FuzzyMatcher): (site: IndexedSite) => number {
  const errors = terms.map(fuzzyMatch);
  return (site) => {
    let missing = 0;
    let rank = 0;
    for (const near of errors) {
      const found = Math.min(minErrors(site.nameTokens, near), minErrors(site.tokens, near) + 0.5);
      if (found === Infinity) missing += 1;
      rank += found === Infinity ? 3 : found;
    }
    return missing > (terms.length < 3 ? 0 : 1) ? Infinity : rank;
  };
}

function minErrors(terms: readonly string[], near: ReadonlyMap<string, number>): number {
  return Math.min(...terms.map((word) => near.get(word) ?? Infinity));
}

type FuzzyMatcher = (word: string) => ReadonlyMap<string, number>;

/** Maps a word to the known words it may be a misspelling of, with the count of errors. Numbers must match exactly. */
function createFuzzyMatcher(vocabulary: readonly string[]): FuzzyMatcher {
  const known = vocabulary.filter((word) => /^\p{L}+$/u.test(word));
  const fuse = new Fuse(known, { threshold: 0.3, distance: 20, includeScore: true });
  return (word) => {
    const near = new Map<string, number>();
    if (word.length > 3) {
      for (const { item, score = 1 } of fuse.search(word)) near.set(item, score * word.length);
    }
    // Fuse counts two swapped letters as two errors, which is too many for a short word.
    const swaps = [...word].slice(1).map((_, at) => swapped(word, at));
    for (const item of vocabulary) {
      if (item.startsWith(word)) near.set(item, 0);
      else if (word.length > 3 && swaps.some((swap) => item.startsWith(swap))) near.set(item, 1);
    }
    return near;
  };
}

function swapped(word: string, at: number): string {
  return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
}

function toIndexedSite(site: SearchRecord): IndexedSite {
  const { loc_name, loc_type, parameter_name, data_provider, huc8_name, huc10_name } = site;
  const name = normalizeText(loc_name);
  const others = [loc_type, parameter_name, data_provider, huc8_name, huc10_name].map(normalizeText);
  return {
    ndx: site.loc_ndx,
    name,
    ids: [normalizeText(site.loc_id), String(site.loc_ndx)],
    nameTokens: tokenize(name),
    tokens: [...new Set([name, ...others].flatMap(tokenize))],
  };
}

/** Removes accents, apostrophes and repeated spaces, and lower-cases: `Henry’s  Fork` gives `henrys fork`. */
function normalizeText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

function tokenize(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
