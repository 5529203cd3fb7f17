import { setImmediate } from 'node:timers/promises';
import { noteAnswer } from '#server/db/last-answer.ts';
import type { Store, StoreTransaction } from '#server/db/store.ts';

/** Characters of CSV in one COPY: about 2,000 daily values, some 10 ms. */
const copySize = 50_000;

/**
 * Wraps a store so that other work of this process runs between its statements: the embedded database computes in the
 * thread that answers people. COPY is divided into several statements of the same transaction.
 */
export function createYieldingStore(store: Store): Store {
  const yieldAfter = <A extends unknown[], R>(work: (...parameters: A) => Promise<R>) => {
    return async (...parameters: A): Promise<R> => {
      const result = await work(...parameters);
      noteAnswer(store);
      await setImmediate();
      return result;
    };
  };
  return {
    ...store,
    transaction: (work) =>
      store.transaction((transaction) => {
        const copy = yieldAfter(transaction.copy.bind(transaction));
        return work({
          query: yieldAfter(transaction.query.bind(transaction)) as StoreTransaction['query'],
          copyBinary: yieldAfter(transaction.copyBinary.bind(transaction)),
          copy: async (table, columns, csv) => {
            for (const part of splitCsv(csv, copySize)) await copy(table, columns, part);
          },
        });
      }),
  };
}

/** Splits CSV text after line ends, into parts of at least `size` characters. */
export function* splitCsv(csv: string, size: number): Generator<string> {
  let start = 0;
  while (start < csv.length) {
    const end = findLineEnd(csv, start, size);
    yield csv.slice(start, end);
    start = end;
  }
}

/** The end of the first line that ends `size` characters after `start`. A line end in quotes belongs to its cell. */
function findLineEnd(csv: string, start: number, size: number): number {
  if (start + size >= csv.length) return csv.length;
  let isQuoted = false;
  for (let at = start; at < csv.length; at += 1) {
    const character = csv.charCodeAt(at);
    if (character === quote) isQuoted = !isQuoted;
    else if (character === lineFeed && !isQuoted && at >= start + size) return at + 1;
  }
  return csv.length;
}

const quote = 34;
const lineFeed = 10;
