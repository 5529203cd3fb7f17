import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { DayNumber } from '#lib/calendar.ts';

/** Bytes of a value: a double, its day and its line as integers of 32 bits, and the place of its kind in a list, of 16. */
const entryBytes = 18;
const entriesPerBlock = 1024;
const blockBytes = entryBytes * entriesPerBlock;
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
  const store = (block: Buffer): Buffer | number => {
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
    writeSync(spill.file, block, 0, blockBytes, at);
    spill.end += blockBytes;
    return at;
  };

  /** Reads a block, into `block` if it is in the temporary file. */
  const load = (stored: Buffer | number, block: Buffer): Buffer => {
    if (typeof stored !== 'number') return stored;
    if (spill) readSync(spill.file, block, 0, blockBytes, stored);
    return block;
  };

  return {
    createList: () => {
      const full: (Buffer | number)[] = [];
      let block = Buffer.allocUnsafe(0);
      let used = 0;
      return {
        get count() {
          return full.length * entriesPerBlock + used;
        },
        add: (day, value, line, code) => {
          if (block.length === 0) block = Buffer.allocUnsafeSlow(blockBytes);
          const at = used * entryBytes;
          block.writeDoubleLE(value, at);
          block.writeInt32LE(day, at + 8);
          block.writeUInt32LE(line, at + 12);
          block.writeUInt16LE(code, at + 16);
          used += 1;
          if (used < entriesPerBlock) return;
          const stored = store(block);
          full.push(stored);
          // A block that is in the file can be filled again.
          if (stored === block) block = Buffer.allocUnsafe(0);
          used = 0;
        },
        forEach: (pass) => {
          const loaded = Buffer.allocUnsafeSlow(full.length > 0 ? blockBytes : 0);
          const passAll = (from: Buffer, count: number) => {
            for (let at = 0; at < count * entryBytes; at += entryBytes)
              pass(
                from.readInt32LE(at + 8),
                from.readDoubleLE(at),
                from.readUInt32LE(at + 12),
                from.readUInt16LE(at + 16),
              );
          };
          for (const stored of full) passAll(load(stored, loaded), entriesPerBlock);
          passAll(block, used);
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
