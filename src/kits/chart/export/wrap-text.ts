/** The width of a letter in pixels at the size of an image's notes, on average. */
export const noteLetterWidth = 6.4;

/** Breaks a text into lines of at most `pixels`, between words where possible; an address is broken anywhere. */
export function wrapText(text: string, pixels: number): readonly string[] {
  const max = Math.max(10, Math.floor(pixels / noteLetterWidth));
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    // A word that fits in no line begins in this one.
    line = joined.length <= max || word.length > max ? joined : word;
    if (line === word && joined !== word) lines.push(joined.slice(0, -word.length - 1));
    for (; line.length > max; line = line.slice(max)) lines.push(line.slice(0, max));
  }
  return line === '' ? lines : [...lines, line];
}
