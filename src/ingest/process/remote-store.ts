import { binaryHead, binaryTail } from '#server/db/binary-copy.ts';
import { createQueryable } from '#server/db/queryable.ts';
import type { Store, StoreTransaction } from '#server/db/store.ts';
import type { ImportStore } from '../engine/import-series.ts';
import type { StoreRequest } from './messages.ts';

/** Has the process that has the database open do the work; ends when it is done. */
type SendStoreRequest = (request: StoreRequest) => Promise<unknown[]>;

/**
 * Bytes in one COPY: about 2,000 daily values, some 10 ms. Between two of them the portal answers people, and it never holds
 * more than one for each transaction.
 */
const copySize = 80_000;

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
    copy: async (table, columns, content) => {
      await send({ action: 'copy', transaction, table, columns, content });
    },
    copyBinary: async (table, columns, rows) => {
      for (const content of splitRows(rows, copySize)) {
        await send({ action: 'copy', transaction, table, columns, content });
      }
    },
  };
}

/** Splits encoded rows into parts of at least `size` bytes, each of whole rows. */
export function* splitRows(rows: Buffer, size: number): Generator<Buffer> {
  const end = rows.length - binaryTail.length;
  let start = binaryHead.length;
  for (let at = start; at < end; ) {
    at = endOfRow(rows, at);
    if (at - start < size && at < end) continue;
    yield Buffer.concat([binaryHead, rows.subarray(start, at), binaryTail]);
    start = at;
  }
}

/** The end of the row at `start`: the number of its cells, and the length of each before its bytes. */
function endOfRow(rows: Buffer, start: number): number {
  let at = start + 2;
  for (let cells = rows.readInt16BE(start); cells > 0; cells -= 1)
    at += 4 + Math.max(0, rows.readInt32BE(at));
  return at;
}
