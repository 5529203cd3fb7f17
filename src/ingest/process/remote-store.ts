import { createQueryable } from '#server/db/queryable.ts';
import type { Store, StoreTransaction } from '#server/db/store.ts';
import type { ImportStore } from '../import-series.ts';
import type { StoreRequest } from './messages.ts';

/** Has the process that has the database open do the work; ends when it is done. */
type SendStoreRequest = (request: StoreRequest) => Promise<unknown[]>;

/**
 * Characters of CSV in one COPY: about 2,000 daily values, some 10 ms. Between two of them the portal answers people,
 * and neither process ever holds more than one for each transaction.
 */
const copySize = 50_000;

/** Creates a store whose database another process has open. */
export function createRemoteStore(engine: Store['engine'], send: SendStoreRequest): ImportStore {
  let lastTransaction = 0;
  const queryableOf = (transaction: number | undefined) =>
    createQueryable((text, parameters) => send({ action: 'query', transaction, text, parameters }));
  return {
    engine,
    ...queryableOf(undefined),
    transaction: async (work) => {
      lastTransaction += 1;
      const transaction = lastTransaction;
      await send({ action: 'begin', transaction });
      try {
        const result = await work({ ...queryableOf(transaction), ...copiesOf(transaction, send) });
        await send({ action: 'commit', transaction });
        return result;
      } catch (error) {
        await send({ action: 'rollback', transaction });
        throw error;
      }
    },
  };
}

function copiesOf(
  transaction: number,
  send: SendStoreRequest,
): Pick<StoreTransaction, 'copy' | 'copyBinary'> {
  return {
    copy: async (table, columns, csv) => {
      for (const content of splitCsv(csv, copySize)) {
        await send({ action: 'copy', transaction, table, columns, content });
      }
    },
    copyBinary: async (table, columns, content) => {
      await send({ action: 'copy', transaction, table, columns, content });
    },
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
