import Fuse from 'fuse.js';

/** What is searched of an entry. A word counts most in the name and least in the text. */
export type SearchFields = {
  readonly name: string;
  /** Found as a whole and by how they begin, never by similar ones. */
  readonly ids?: readonly string[];
  /** What stands beside the name: a type, an area, the page. */
  readonly context?: string;
  readonly text?: string;
  /** Moves the entry behind others, in spelling errors; below 0 before them. */
  readonly weight?: number;
};

type SearchOptions = {
  readonly limit: number;
  /** How many of so many words an entry may lack if none has them all. */
  readonly maxMissing?: (terms: number) => number;
};

/** An entry that was found. */
export type SearchHit<T> = {
  readonly entry: T;
  /** Whether its name or its ids have all the words, and not only what stands beside them. */
  readonly isNamed: boolean;
};

/** Say nothing of what is searched: “Snake River at Heise” finds “Snake River near Heise”. */
const stopTerms = new Set(
  `a about after all also an and any are as at be been before between both but by can do does each every for from has
  have how i if in into is it its more most much must my near no not of on one only or other our out over same so such
  than that the their them then there these they this those to two under until up was we were what when where which
  while who whose why will with within without would you your`.split(/\s+/),
);

export function isStopTerm(word: string): boolean {
  return stopTerms.has(word);
}

/** What is longer is not read to its end. */
const maxLength = 200;
const maxTerms = 8;

/** What a match costs by its field, in spelling errors; an entry's cost is the sum over the words. */
const fieldCosts = [0, 0.6, 1.4] as const;
const partOfWordCost = 0.3;
const singularCost = 0.1;
const missingWordCost = 3;
/** For each word that the name has beyond the searched ones, and for how many. */
const longNameCost = 0.08;
const maxLongName = 5;
const idCost = -2;
const wholeNameCost = -1;
const nameBeginsCost = -0.15;

/**
 * Creates a search over entries that returns them best first; ties stay in their order. Every word must begin a word of the
 * entry. A word that begins none may be misspelled. If no entry has all words, all may be misspelled, and then some may be
 * missing.
 */
export function createSearchEngine<T extends SearchFields>(
  entries: readonly T[],
  { limit, maxMissing = (terms) => (terms < 3 ? 0 : 1) }: SearchOptions,
): (text: string) => readonly SearchHit<T>[] {
  const wholes = entries.map(toWholes);
  const places = placesOfTerms(entries);
  const vocabulary = [...places.keys()].sort();
  const findSimilar = createSpellingSearch(vocabulary);

  function rank(
    terms: readonly string[],
    whole: string,
    mayBeMisspelled: boolean,
    missing: number,
  ): SearchHit<T>[] {
    const costs = new Float64Array(entries.length);
    const counts = new Uint8Array(entries.length);
    const named = new Uint8Array(entries.length);
    const best = new Float64Array(entries.length);
    const inName = new Uint8Array(entries.length);
    const corrected: string[] = [];
    for (const word of terms) {
      best.fill(Infinity);
      inName.fill(0);
      const addMatch = (match: string, cost: number) => {
        for (const place of places.get(match) ?? []) {
          const at = place >> fieldBits;
          best[at] = Math.min(best[at] ?? 0, cost + (fieldCosts[place & fieldMask] ?? 0));
          if ((place & fieldMask) === nameField) inName[at] = 1;
        }
      };
      let hasLiteral = false;
      for (const match of termsFrom(vocabulary, word)) {
        hasLiteral = true;
        addMatch(match, match === word ? 0 : partOfWordCost);
      }
      // Many are searched for by what each of them is: `reservoirs`.
      if (word.endsWith('s')) addMatch(word.slice(0, -1), singularCost);
      const similar = mayBeMisspelled || !hasLiteral ? findSimilar(word) : noTerms;
      for (const [match, errors] of similar) addMatch(match, partOfWordCost + errors);
      corrected.push(hasLiteral ? word : closestOf(similar, word));
      best.forEach((cost, at) => {
        if (cost === Infinity) return;
        costs[at] = (costs[at] ?? 0) + cost;
        counts[at] = (counts[at] ?? 0) + 1;
        named[at] = (named[at] ?? 0) + (inName[at] ?? 0);
      });
    }
    const wanted = new Set([whole, corrected.join(' ')]);
    const found: { at: number; cost: number }[] = [];
    counts.forEach((count, at) => {
      const lacks = terms.length - count;
      const [entry, names] = [entries[at], wholes[at]];
      if (count === 0 || lacks > missing || !entry || !names) return;
      const longer = Math.min(maxLongName, Math.max(0, names.length - terms.length));
      let nameCost = 0;
      for (const text of wanted) nameCost = Math.min(nameCost, wholeCost(names, text));
      const cost = (costs[at] ?? 0) + lacks * missingWordCost + longer * longNameCost + nameCost;
      found.push({ at, cost: cost + (entry.weight ?? 0) });
    });
    return lowest(found, limit).flatMap(({ at }) => {
      const entry = entries[at];
      return entry ? [{ entry, isNamed: named[at] === terms.length }] : [];
    });
  }

  return (text) => {
    const all = splitTerms(text.slice(0, maxLength)).slice(0, maxTerms);
    const significant = all.filter((word) => !stopTerms.has(word));
    const terms = (significant.length > 0 ? significant : all).flatMap((word) => splitCompound(word, places));
    if (terms.length === 0) return [];
    const whole = all.join(' ');
    const literal = rank(terms, whole, false, 0);
    if (literal.length > 0) return literal;
    const similar = rank(terms, whole, true, 0);
    const missing = maxMissing(terms.length);
    return similar.length > 0 || missing === 0 ? similar : rank(terms, whole, true, missing);
  };
}

const noTerms: ReadonlyMap<string, number> = new Map();

/** A place of a word is the number of its entry and, in the lowest bits, that of the field. */
const fieldBits = 2;
const fieldMask = 3;
const nameField = 0;

/** Where each word is, in the field in which it counts most. */
function placesOfTerms(entries: readonly SearchFields[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { name, ids = [], context = '', text = '' }] of entries.entries()) {
    const seen = new Set<string>();
    for (const [field, fieldText] of [`${name} ${ids.join(' ')}`, context, text].entries()) {
      for (const word of splitTerms(fieldText)) {
        if (seen.has(word)) continue;
        seen.add(word);
        const place = (at << fieldBits) | field;
        const known = places.get(word);
        if (known) known.push(place);
        else places.set(word, [place]);
      }
    }
  }
  return places;
}

/** What a search may name as a whole: the name, also without an addition in parentheses, and the ids. */
type Wholes = {
  readonly name: string;
  readonly short: string;
  readonly ids: readonly string[];
  /** How many words the name has, without stop words. */
  readonly length: number;
};

function toWholes({ name, ids = [] }: SearchFields): Wholes {
  const terms = splitTerms(name);
  const whole = terms.join(' ');
  return {
    name: whole,
    short: name.endsWith(')') ? splitTerms(name.replace(/\s*\([^)]*\)$/, '')).join(' ') : whole,
    ids: ids.map((id) => splitTerms(id).join(' ')),
    length: terms.filter((word) => !stopTerms.has(word)).length,
  };
}

function wholeCost({ name, short, ids }: Wholes, text: string): number {
  if (ids.includes(text)) return idCost;
  if (name === text || short === text) return wholeNameCost;
  return name.startsWith(text) ? nameBeginsCost : 0;
}

/** The similar word with the fewest errors; the word itself without one. */
function closestOf(similar: ReadonlyMap<string, number>, word: string): string {
  let closest = word;
  for (const [each, errors] of similar) {
    if (errors < (similar.get(closest) ?? Infinity)) closest = each;
  }
  return closest;
}

/** Those of the lowest costs, lowest first. Sorts no others, because ten thousand may be found. */
function lowest<T extends { readonly cost: number }>(found: readonly T[], count: number): T[] {
  const costs = Float64Array.from(found, ({ cost }) => cost).sort();
  const highest = costs[count - 1] ?? Infinity;
  return found
    .filter(({ cost }) => cost <= highest)
    .sort((one, other) => one.cost - other.cost)
    .slice(0, count);
}

/** `wateryear` is `water` and `year`, if there are these words and nothing begins with it. */
function splitCompound(word: string, places: ReadonlyMap<string, unknown>): readonly string[] {
  const shortest = 4;
  if (places.has(word)) return [word];
  for (let at = shortest; at <= word.length - shortest; at += 1) {
    const parts = [word.slice(0, at), word.slice(at)];
    if (parts.every((part) => places.has(part))) return parts;
  }
  return [word];
}

/**
 * Creates a search for the words that one may be a misspelling of, with the number of errors. Digits must match exactly.
 * @param vocabulary in order
 */
function createSpellingSearch(vocabulary: readonly string[]): (word: string) => ReadonlyMap<string, number> {
  const known = vocabulary.filter((word) => /^\p{L}{3,}$/u.test(word));
  const byPair = new Map<string, number[]>();
  for (const [at, word] of known.entries()) {
    for (const pair of pairsOf(word)) {
      const others = byPair.get(pair);
      if (others) others.push(at);
      else byPair.set(pair, [at]);
    }
  }

  /** Fuse takes some microseconds for a word, so it gets only those that share most pairs of letters. */
  function candidatesFor(word: string): string[] {
    const shared = new Map<number, number>();
    for (const pair of pairsOf(word)) {
      for (const at of byPair.get(pair) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
    }
    const found = [...shared].map(([at, count]) => ({ at, cost: -count }));
    return lowest(found, maxCandidates).map(({ at }) => known[at] ?? '');
  }

  // The words before the one that is being typed are searched with each key.
  const searched = new Map<string, ReadonlyMap<string, number>>();

  function findSimilar(word: string): ReadonlyMap<string, number> {
    if (word.length < shortestMisspelled || word.length > longestMisspelled) return noTerms;
    const fuse = new Fuse(candidatesFor(word), { threshold: 0.4, distance: 20, includeScore: true });
    const similar = new Map<string, number>();
    for (const { item, score = 1 } of fuse.search(word)) {
      const errors = score * word.length;
      if (errors <= maxErrors) similar.set(item, errors);
    }
    // Fuse counts two swapped letters as two errors, which is too many for a short word.
    for (let at = 1; at < word.length; at += 1) {
      const swapped = `${word.slice(0, at - 1)}${word[at]}${word[at - 1]}${word.slice(at + 1)}`;
      for (const match of termsFrom(vocabulary, swapped)) similar.set(match, 1);
    }
    return similar;
  }

  return (word) => {
    const similar = searched.get(word) ?? findSimilar(word);
    if (searched.size > maxSearched) searched.clear();
    searched.set(word, similar);
    return similar;
  };
}

const maxErrors = 2;
const shortestMisspelled = 4;
const longestMisspelled = 30;
const maxCandidates = 150;
const maxSearched = 200;

/** The pairs of letters of a word, the first letter with what is before it: `fork` has ` f`, `fo`, `or` and `rk`. */
function pairsOf(word: string): ReadonlySet<string> {
  return new Set([...word].map((letter, at) => `${word[at - 1] ?? ' '}${letter}`));
}

/** Yields the words of an ordered list that begin with a text. */
function* termsFrom(ordered: readonly string[], text: string): Generator<string> {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((ordered[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  for (; ordered[low]?.startsWith(text); low += 1) yield ordered[low] ?? '';
}

/** The words of a text without case, accents and apostrophes: `St. Henry’s Fork` has `st`, `henrys` and `fork`. */
export function splitTerms(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
