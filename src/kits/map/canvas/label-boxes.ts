export interface LabelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const cellSize = 64;

/** The boxes of the labels placed so far, in a grid, so that thousands of candidates are cheap. */
export class LabelBoxes {
  readonly #cells = new Map<number, LabelBox[]>();

  #keys({ left, top, right, bottom }: LabelBox): number[] {
    const keys: number[] = [];
    for (let column = Math.floor(left / cellSize); column <= Math.floor(right / cellSize); column += 1) {
      for (let row = Math.floor(top / cellSize); row <= Math.floor(bottom / cellSize); row += 1) {
        keys.push(column * 100_003 + row);
      }
    }
    return keys;
  }

  /** Reserves a box. @returns false if it overlaps a reserved one */
  tryReserve(box: LabelBox): boolean {
    if (!this.isFree(box)) return false;
    this.reserve(box);
    return true;
  }

  isFree(box: LabelBox): boolean {
    return this.#keys(box).every(
      (key) =>
        !this.#cells
          .get(key)
          ?.some(
            (other) =>
              box.left < other.right &&
              box.right > other.left &&
              box.top < other.bottom &&
              box.bottom > other.top,
          ),
    );
  }

  /** Reserves a box, even if it overlaps others. */
  reserve(box: LabelBox): void {
    for (const key of this.#keys(box)) {
      const boxes = this.#cells.get(key);
      if (boxes) boxes.push(box);
      else this.#cells.set(key, [box]);
    }
  }
}

/** The text's top left corner, as shares of its width and height to the left of and above the anchor. */
export function anchorShare(anchor: string): readonly [x: number, y: number] {
  const x = anchor.endsWith('left') ? 0 : anchor.endsWith('right') ? 1 : 0.5;
  const y = anchor.startsWith('top') ? 0 : anchor.startsWith('bottom') ? 1 : 0.5;
  return [x, y];
}

/** Breaks text at spaces so that no line is wider than the limit, unless a word is. */
export function wrapText(text: string, limit: number, measure: (line: string) => number): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line ? `${line} ${word}` : word;
      if (line && measure(longer) > limit) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    lines.push(line);
  }
  return lines;
}
