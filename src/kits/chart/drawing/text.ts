/** The width of a letter in pixels at the size of labels and notes, on average; bold letters are wider by a tenth. */
export const letterWidth = 6.4;

/** Breaks a text into lines of at most `pixels`, between words where possible; an address is broken anywhere. */
export function wrapText(text: string, pixels: number): readonly string[] {
  const max = Math.max(10, Math.floor(pixels / letterWidth));
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

/** The text, or as much of it as fits with an ellipsis. */
export function cutText(text: string, pixels: number): string {
  const max = Math.max(4, Math.floor(pixels / letterWidth));
  return text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`;
}

/** A text of a drawing, in pixels from the upper left corner of its plot; its middle is at `y`. */
export type PlotText = {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly color: string;
  readonly align: 'left' | 'right' | 'center';
  readonly size: number;
  readonly weight: 400 | 600;
  /** An edge in the color of the surface parts it from what it crosses. */
  readonly hasHalo?: boolean;
};

/** A text of a drawing as most are: small, and beginning at its `x`. */
export function plotText(text: Pick<PlotText, 'x' | 'y' | 'text' | 'color'> & Partial<PlotText>): PlotText {
  return { align: 'left', size: 13, weight: 400, ...text };
}
