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
  readonly maxMissing?: (words: number) => number;
};

/** Say nothing of what is searched: “Snake River at Heise” finds “Snake River near Heise”. */
const stopWords = new Set(
  `a about after all also an and any are as at be been before between both but by can do does each every for from has
  have how i if in into is it its more most must my near no not of on one only or other our out over same so such
  than that the their them then there these they this those to two under until up was we were what when where which
  while who whose why will with within without would you your`.split(/\s+/),
);

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

const maxWords = 8;

/** What a match costs by its field, in spelling errors; an entry's cost is the sum over the words. */
const fieldCosts = [0, 0.6, 1.4] as const;
const partOfWordCost = 0.3;
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
  { limit, maxMissing = (words) => (words < 3 ? 0 : 1) }: SearchOptions,
): (text: string) => readonly T[] {
  const names = entries.map(({ name }) => splitWords(name));
  const nameLengths = names.map((words) => words.filter((word) => !stopWords.has(word)).length);
  /** The whole names, also without an addition in parentheses, and the ids. */
  const wholes = entries.map(({ name, ids = [] }, at) => ({
    name: names[at]?.join(' ') ?? '',
    short: splitWords(name.replace(/\s*\([^)]*\)$/, '')).join(' '),
    ids: ids.map((id) => splitWords(id).join(' ')),
  }));
  /** Where each word is: three times the number of the entry, and the number of the field. */
  const places = new Map<string, number[]>();
  for (const [at, { ids = [], context = '', text = '' }] of entries.entries()) {
    const fields = [
      [...(names[at] ?? []), ...ids.flatMap(splitWords)],
      splitWords(context),
      splitWords(text),
    ];
    const seen = new Set<string>();
    for (const [field, words] of fields.entries()) {
      for (const word of words) {
        if (seen.has(word)) continue;
        seen.add(word);
        const found = places.get(word);
        if (found) found.push(3 * at + field);
        else places.set(word, [3 * at + field]);
      }
    }
  }
  const vocabulary = [...places.keys()].sort();
  const findSimilar = createSpellingSearch(vocabulary);

  /** The words that begin with a searched one. */
  function literalMatches(word: string): Map<string, number> {
    const found = new Map<string, number>();
    for (let at = firstFrom(vocabulary, word); vocabulary[at]?.startsWith(word); at += 1) {
      const match = vocabulary[at] ?? '';
      found.set(match, match === word ? 0 : partOfWordCost);
    }
    return found;
  }

  function rank(words: readonly string[], whole: string, mayBeMisspelled: boolean, missing: number): T[] {
    const costs = new Float64Array(entries.length);
    const counts = new Uint8Array(entries.length);
    const corrected: string[] = [];
    for (const word of words) {
      const literal = literalMatches(word);
      const similar = mayBeMisspelled || literal.size === 0 ? findSimilar(word) : new Map<string, number>();
      const matches = new Map([...similar, ...literal]);
      corrected.push(literal.size > 0 ? word : closestOf(similar, word));
      const best = new Float64Array(entries.length).fill(Infinity);
      for (const [match, cost] of matches) {
        for (const place of places.get(match) ?? []) {
          const at = Math.floor(place / 3);
          best[at] = Math.min(best[at] ?? Infinity, cost + (fieldCosts[place % 3] ?? 0));
        }
      }
      best.forEach((cost, at) => {
        if (cost === Infinity) return;
        costs[at] = (costs[at] ?? 0) + cost;
        counts[at] = (counts[at] ?? 0) + 1;
      });
    }
    const wanted = [whole, corrected.join(' ')];
    counts.forEach((count, at) => {
      const lacks = words.length - count;
      if (count === 0 || lacks > missing) {
        costs[at] = Infinity;
        return;
      }
      const longer = Math.min(maxLongName, Math.max(0, (nameLengths[at] ?? 0) - words.length));
      const { weight = 0 } = entries[at] ?? {};
      costs[at] =
        (costs[at] ?? 0) +
        lacks * missingWordCost +
        longer * longNameCost +
        Math.min(...wanted.map((each) => wholeCost(wholes[at], each))) +
        weight;
    });
    return lowest(costs, limit).flatMap((at) => entries[at] ?? []);
  }

  return (text) => {
    const all = splitWords(text).slice(0, maxWords);
    const significant = all.filter((word) => !stopWords.has(word));
    const words = (significant.length > 0 ? significant : all).flatMap((word) => splitCompound(word, places));
    if (words.length === 0) return [];
    const whole = all.join(' ');
    const literal = rank(words, whole, false, 0);
    if (literal.length > 0) return literal;
    const similar = rank(words, whole, true, 0);
    const missing = maxMissing(words.length);
    return similar.length > 0 || missing === 0 ? similar : rank(words, whole, true, missing);
  };
}

type Wholes = { readonly name: string; readonly short: string; readonly ids: readonly string[] };

function wholeCost(wholes: Wholes | undefined, text: string): number {
  if (wholes === undefined) return 0;
  if (wholes.ids.includes(text)) return idCost;
  if (wholes.name === text || wholes.short === text) return wholeNameCost;
  return wholes.name.startsWith(text) ? nameBeginsCost : 0;
}

/** The similar word with the fewest errors; the word itself without one. */
function closestOf(similar: ReadonlyMap<string, number>, word: string): string {
  let closest = word;
  for (const [each, errors] of similar) {
    if (errors < (similar.get(closest) ?? Infinity)) closest = each;
  }
  return closest;
}

/** The places of the lowest costs, lowest first. Sorts only those, because ten thousand may be found. */
function lowest(costs: Float64Array, count: number): number[] {
  const highest = costs.slice().sort()[Math.min(count, costs.length) - 1] ?? Infinity;
  const found: number[] = [];
  costs.forEach((cost, at) => {
    if (cost <= highest && cost < Infinity) found.push(at);
  });
  return found.sort((one, other) => (costs[one] ?? 0) - (costs[other] ?? 0)).slice(0, count);
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
  const threshold = 0.4;
  const known = vocabulary
    .filter((word) => /^\p{L}{3,}$/u.test(word))
    .map((word) => ({ word, letters: lettersOf(word) }));
  return (word) => {
    const similar = new Map<string, number>();
    if (word.length <= 3) return similar;
    const maxErrors = Math.ceil(threshold * word.length);
    const letters = lettersOf(word);
    // Fuse looks at each word for a microsecond or two, so it gets only those that have most of the letters.
    const candidates = known
      .filter((each) => countBits(letters & ~each.letters) <= maxErrors)
      .map((each) => each.word);
    const fuse = new Fuse(candidates, { threshold, distance: 20, includeScore: true });
    for (const { item, score = 1 } of fuse.search(word)) {
      similar.set(item, partOfWordCost + score * word.length);
    }
    // Fuse counts two swapped letters as two errors, which is too many for a short word.
    for (let at = 1; at < word.length; at += 1) {
      const swapped = `${word.slice(0, at - 1)}${word[at]}${word[at - 1]}${word.slice(at + 1)}`;
      for (let next = firstFrom(vocabulary, swapped); vocabulary[next]?.startsWith(swapped); next += 1) {
        similar.set(vocabulary[next] ?? '', partOfWordCost + 1);
      }
    }
    return similar;
  };
}

/** One bit for each letter, so that words are compared by their letters at once. */
function lettersOf(word: string): number {
  return [...word].reduce((bits, letter) => bits | (1 << ((letter.codePointAt(0) ?? 0) % 32)), 0);
}

function countBits(bits: number): number {
  let left = bits;
  let count = 0;
  for (; left !== 0; count += 1) left &= left - 1;
  return count;
}

/** The place of the first text of an ordered list that is not before another. */
function firstFrom(ordered: readonly string[], text: string): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((ordered[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The words of a text without case, accents and apostrophes: `St. Henry’s Fork` has `st`, `henrys` and `fork`. */
export function splitWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
