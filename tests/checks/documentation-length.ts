import type { Document } from './doc-links.ts';

type Kind = {
  readonly pages: RegExp;
  /** What a page of this kind may have. A page that needs more is two pages. */
  readonly maxLength: number;
  /** Of pages that are looked up by a heading: what stands below one heading. */
  readonly maxSectionLength?: number;
};

/** The first kind that matches a page counts. */
const kinds: readonly Kind[] = [
  { pages: /^content\/documentation\/guide\//, maxLength: 450 },
  { pages: /^content\/documentation\/recipes\//, maxLength: 900 },
  { pages: /^content\/documentation\/decisions\//, maxLength: 150 },
  {
    pages: /^content\/documentation\/(?:deploy|glossary|how-the-numbers-are-computed)\.md$/,
    maxLength: 5000,
    maxSectionLength: 600,
  },
  // A list of differences, looked up by a sentence.
  { pages: /^content\/documentation\/specification\.md$/, maxLength: 1200, maxSectionLength: 600 },
  { pages: /^(?:README\.md$|content\/documentation\/)/, maxLength: 500 },
];

/** Counts words as `wc -w` does: whatever stands between white space. */
const lengthOf = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

/**
 * Finds the pages of the documentation, and the sections of those that are looked up, that have more words than a reader
 * takes in at once.
 */
export function findLongPages(documents: readonly Document[]): readonly string[] {
  return documents.flatMap(({ path, text }) => {
    const kind = kinds.find(({ pages }) => pages.test(path));
    if (!kind) return [];
    const { maxLength, maxSectionLength = Infinity } = kind;
    const length = lengthOf(text);
    if (length > maxLength) return [`${path} has ${length} words, not ${maxLength}`];
    return text
      .split(/^(?=#{2,} )/m)
      .filter((section) => lengthOf(section) > maxSectionLength)
      .map(
        (section) =>
          `${path}: ${section.split('\n', 1)} has ${lengthOf(section)} words, not ${maxSectionLength}`,
      );
  });
}
