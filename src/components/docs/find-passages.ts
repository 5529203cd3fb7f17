import type FuseEngine from 'fuse.js';
import type { Passage } from './parse-passages.ts';

const maxPassages = 8;

/** Words that say nothing about what is searched. */
const fillers = new Set(
  'a an and are at can do does for from how i in is it my of on or our that the this to we what when where who why with you your'.split(
    ' ',
  ),
);

/** The words that are searched; all of them if they are only fillers. */
function searchedTerms(text: string): string[] {
  const terms = splitTerms(text);
  const specific = terms.filter((term) => !fillers.has(term));
  return (specific.length > 0 ? specific : terms).slice(0, 8);
}

/** Decisions come after the pages that say how, in places of their own, so that they are found at all. */
const decisionPlaces = 2;

/** How many words of the documentation a misspelled one may stand for, and how many combinations are searched. */
const maxSimilar = 3;
const maxGroups = 60;

/**
 * Creates the search of the documentation. A word that occurs nowhere is replaced by similar ones, which it may have
 * meant. Passages that have every word come first, then those that have some.
 */
export function createPassageFinder(
  Fuse: typeof FuseEngine,
  passages: readonly Passage[],
): (text: string) => readonly Passage[] {
  const engine = new Fuse(passages, {
    keys: [
      { name: 'heading', weight: 4 },
      { name: 'page', weight: 3 },
      { name: 'text', weight: 1 },
    ],
    ignoreLocation: true,
    ignoreDiacritics: true,
    useExtendedSearch: true,
  });
  const terms = new Set(passages.flatMap(({ heading, text }) => splitTerms(`${heading} ${text}`)));
  const vocabulary = [...terms];
  const similarTerms = new Fuse(vocabulary, {
    threshold: 0.34,
    minMatchCharLength: 2,
    ignoreDiacritics: true,
  });

  /** The words that a typed one stands for: itself, where a word of the documentation begins with it. */
  function correct(term: string): readonly string[] {
    if (vocabulary.some((word) => word.startsWith(term))) return [term];
    return similarTerms.search(term, { limit: maxSimilar }).map(({ item }) => item);
  }

  return (text) => {
    const terms = searchedTerms(text).map(correct);
    // Fuse reads `'x` as a text that contains x, a space as and, ` | ` as or.
    const every = terms.reduce<string[]>(
      (groups, similar) =>
        groups.flatMap((group) => similar.map((word) => `${group} '${word}`.trim())).slice(0, maxGroups),
      terms.length === 0 ? [] : [''],
    );
    const some = terms.flat().map((word) => `'${word}`);
    const found = new Set(
      [every, some]
        .flatMap((groups) => (groups.length === 0 ? [] : engine.search(groups.join(' | '))))
        .map(({ item }) => item),
    );
    const decisions = [...found].filter(({ isDecision }) => isDecision).slice(0, decisionPlaces);
    const guide = [...found].filter(({ isDecision }) => !isDecision);
    return [...guide.slice(0, maxPassages - decisions.length), ...decisions];
  };
}

function splitTerms(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => word.length > 1);
}
