type Measure = (text: string) => number;

const segmenter = new Intl.Segmenter('en-US', { granularity: 'grapheme' });

/** What a reader takes for one letter, such as an emoji of several code points. */
const lettersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Shortens a text that is too wide. */
export function truncateText(text: string, maxWidth: number, widthOf: Measure): string {
  if (widthOf(text) <= maxWidth) return text;
  let characters = lettersOf(text);
  while (characters.length > 1 && widthOf(`${characters.join('')}…`) > maxWidth)
    characters = characters.slice(0, -1);
  return `${characters.join('').trimEnd()}…`;
}

/**
 * Breaks text at spaces into as few lines as possible, or within a word that is wider than a line, as in scripts without
 * spaces. Shortens the last line if text remains.
 */
export function breakLines(
  text: string,
  widthOf: Measure,
  maxWidth: number,
  maxLines: number,
): readonly string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (rest && lines.length < maxLines - 1 && widthOf(rest) > maxWidth) {
    const letters = lettersOf(rest);
    let fittingCount = letters.length;
    while (fittingCount > 1 && widthOf(letters.slice(0, fittingCount).join('').trimEnd()) > maxWidth)
      fittingCount -= 1;
    const piece = letters.slice(0, fittingCount).join('');
    const space = letters[fittingCount] === ' ' ? piece.length : piece.lastIndexOf(' ');
    const end = space > 0 ? space : piece.length;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest ? [...lines, truncateText(rest, maxWidth, widthOf)] : lines;
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const letter = /\p{L}/u;

/** Whether text is read from the right, by its first letter. */
export function isRightToLeft(text: string): boolean {
  const first = letter.exec(text)?.[0];
  return first !== undefined && rightToLeft.test(first);
}
