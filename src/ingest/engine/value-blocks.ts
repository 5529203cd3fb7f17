import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { DayNumber } from '#lib/calendar.ts';

const valuesPerBlock = 1024;

/** Values as columns in one piece of memory. `codes` are places of their kinds in a list. */
type Block = {
  readonly bytes: Uint8Array;
  readonly values: Float64Array;
  readonly days: Int32Array;
  readonly lines: Uint32Array;
  readonly codes: Uint16Array;
};

/** A double, two integers of 32 bits and one of 16 for each value. */
const blockBytes = valuesPerBlock * 18;

function createBlock(): Block {
  const buffer = new ArrayBuffer(blockBytes);
  return {
    bytes: new Uint8Array(buffer),
    values: new Float64Array(buffer, 0, valuesPerBlock),
    days: new Int32Array(buffer, valuesPerBlock * 8, valuesPerBlock),
    lines: new Uint32Array(buffer, valuesPerBlock * 12, valuesPerBlock),
    codes: new Uint16Array(buffer, valuesPerBlock * 16, valuesPerBlock),
  };
}

/** Full blocks beyond this are written to a temporary file. */
const maxBytesInMemory = 16_000_000;

/** The values of one series, in the order of the file; `code` is the place of a value's kind in a list. */
export type ValueList = {
  add(day: DayNumber, value: number, line: number, code: number): void;
  readonly count: number;
  /** Passes on the values one by one. */
  forEach(pass: (day: DayNumber, value: number, line: number, code: number) => void): void;
};

/** Numbers what differs in `keyOf`, up to a maximum: few kinds of values are many values. */
export function createKindList<K>(keyOf: (kind: K) => string, max = Number.POSITIVE_INFINITY) {
  const indexes = new Map<string, number>();
  const kinds: K[] = [];
  return {
    /** Undefined if there are too many kinds to number. */
    indexOf: (kind: K): number | undefined => {
      const key = keyOf(kind);
      const index = indexes.get(key);
      if (index !== undefined || kinds.length >= max) return index;
      indexes.set(key, kinds.length);
      return kinds.push(kind) - 1;
    },
    at: (index: number): K | undefined => kinds[index],
  };
}

/** Holds values of many series in little memory, whatever their number. */
export type ValueBlocks = {
  createList(): ValueList;
  /** Closes the temporary file, if there is one, which ends it. */
  close(): void;
};

export function createValueBlocks(maxBytes = maxBytesInMemory): ValueBlocks {
  let bytesInMemory = 0;
  let spill: { readonly file: number; readonly folder: string; end: number } | undefined;

  /** Returns the block itself, or its place in the temporary file. */
  const store = (block: Block): Block | number => {
    if (bytesInMemory + blockBytes <= maxBytes) {
      bytesInMemory += blockBytes;
      return block;
    }
    if (!spill) {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'import-'));
      spill = { file: openSync(path.join(folder, 'values'), 'wx+', 0o600), folder, end: 0 };
      // Without a name, the file ends with the process, however that ends. Windows removes none that is open.
      if (process.platform !== 'win32') rmSync(folder, { recursive: true });
    }
    const at = spill.end;
    writeSync(spill.file, block.bytes, 0, blockBytes, at);
    spill.end += blockBytes;
    return at;
  };

  /** Reads a block, into `block` if it is in the temporary file. */
  const load = (stored: Block | number, block: Block): Block => {
    if (typeof stored !== 'number') return stored;
    if (spill) readSync(spill.file, block.bytes, 0, blockBytes, stored);
    return block;
  };

  return {
    createList: () => {
      const full: (Block | number)[] = [];
      let block: Block | undefined;
      let used = 0;
      return {
        get count() {
          return full.length * valuesPerBlock + used;
        },
        add: (day, value, line, code) => {
          block ??= createBlock();
          block.values[used] = value;
          block.days[used] = day;
          block.lines[used] = line;
          block.codes[used] = code;
          used += 1;
          if (used < valuesPerBlock) return;
          const stored = store(block);
          full.push(stored);
          // A block that is in the file can be filled again.
          if (stored === block) block = undefined;
          used = 0;
        },
        forEach: (pass) => {
          const passBlock = ({ days, values, lines, codes }: Block, count: number) => {
            for (let at = 0; at < count; at += 1)
              pass(days[at] ?? 0, values[at] ?? 0, lines[at] ?? 0, codes[at] ?? 0);
          };
          const loaded = createBlock();
          for (const stored of full) passBlock(load(stored, loaded), valuesPerBlock);
          if (block) passBlock(block, used);
        },
      };
    },
    close: () => {
      if (!spill) return;
      closeSync(spill.file);
      rmSync(spill.folder, { recursive: true, force: true });
      spill = undefined;
    },
  };
}
