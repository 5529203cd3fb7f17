import { binaryHead, binaryTail } from '#server/db/binary-copy.ts';
import type { SeriesKey } from '#server/db/records.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import { type FlaggedValues, placesBetween } from './daily-values.ts';

const columns = ['loc_ndx', 'parameter_ndx', 'rdate', 'result_value_daily', 'approval', 'qualifier', 'flag'];

/** Adds the values at some places, by default all, to `daily_value` or a table like it. */
export async function copyValues(
  to: StoreTransaction,
  table: string,
  key: SeriesKey,
  values: FlaggedValues,
  places: readonly number[] = placesBetween(0, values.days.length),
): Promise<void> {
  if (places.length > 0) await to.copyBinary(table, columns, encodeValues(key, values, places));
}

/** Days from 1970, where those of the portal begin, until 2000, where those of PostgreSQL's binary format do. */
const daysUntil2000 = 10_957;
/** The bytes of a row before its texts. */
const fixedBytes = 2 + (4 + 4) + (4 + 2) + (4 + 4) + (4 + 4);

/** Encodes rows as `encodeRows` does, without an object for each cell. */
function encodeValues(key: SeriesKey, all: FlaggedValues, places: readonly number[]): Buffer {
  const { days, values, marks, flags } = all;
  const texts: Buffer[] = [];
  // Most values are like the one before them in all but day and number.
  let last: readonly (string | undefined)[] = [];
  let lastTexts = noBytes;
  let bytes = 0;
  for (const at of places) {
    const { approval = 'P', qualifier } = marks[at] ?? {};
    const here = [approval, qualifier, flags[at]];
    if (here.some((text, cell) => text !== last[cell])) lastTexts = Buffer.concat(here.map(encodeText));
    last = here;
    texts.push(lastTexts);
    bytes += fixedBytes + lastTexts.length;
  }
  const buffer = Buffer.allocUnsafe(binaryHead.length + bytes + binaryTail.length);
  let to = binaryHead.copy(buffer);
  for (const [index, at] of places.entries()) {
    to = buffer.writeInt16BE(columns.length, to);
    to = buffer.writeInt32BE(4, to);
    to = buffer.writeInt32BE(key.loc_ndx, to);
    to = buffer.writeInt32BE(2, to);
    to = buffer.writeInt16BE(key.parameter_ndx, to);
    to = buffer.writeInt32BE(4, to);
    to = buffer.writeInt32BE((days[at] ?? 0) - daysUntil2000, to);
    to = buffer.writeInt32BE(4, to);
    to = buffer.writeFloatBE(values[at] ?? 0, to);
    to += texts[index]?.copy(buffer, to) ?? 0;
  }
  binaryTail.copy(buffer, to);
  return buffer;
}

const noBytes = Buffer.alloc(0);

/** The length of a text and its bytes; -1 where there is none. */
function encodeText(text: string | undefined): Buffer {
  const content = Buffer.from(text ?? '');
  const length = Buffer.alloc(4);
  length.writeInt32BE(text === undefined ? -1 : content.length);
  return Buffer.concat([length, content]);
}
