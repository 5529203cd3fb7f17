export interface LabelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const cellSize = 64;

/** The boxes taken by labels so far, in cells, so that thousands of candidates stay cheap. */
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

  /** Takes the box and says true, or says false when it would overlap one taken before. */
  tryReserve(box: LabelBox): boolean {
    const keys = this.#keys(box);
    for (const key of keys) {
      for (const other of this.#cells.get(key) ?? []) {
        if (
          box.left < other.right &&
          box.right > other.left &&
          box.top < other.bottom &&
          box.bottom > other.top
        ) {
          return false;
        }
      }
    }
    for (const key of keys) {
      const boxes = this.#cells.get(key);
      if (boxes) boxes.push(box);
      else this.#cells.set(key, [box]);
    }
    return true;
  }
}

/** Where the text's top left corner goes, as shares of its width and height left of and above the anchor. */
export function anchorShare(anchor: string): readonly [x: number, y: number] {
  const x = anchor.endsWith('left') ? 0 : anchor.endsWith('right') ? 1 : 0.5;
  const y = anchor.startsWith('top') ? 0 : anchor.startsWith('bottom') ? 1 : 0.5;
  return [x, y];
}

/** Breaks text at spaces so that no line is wider than the limit, as far as words allow. */
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
