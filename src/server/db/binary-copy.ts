/**
 * A cell of COPY in the binary format. Its type must be exactly that of the column, because nothing is converted.
 * Reading numbers from text would take the embedded database four times as long.
 */
export type BinaryCell =
  | { readonly type: 'int2' | 'int4'; readonly value: number }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'float8'; readonly value: number | null }
  | { readonly type: 'bytea'; readonly value: Buffer | null }
  | { readonly type: 'int2[]' | 'float8[]'; readonly value: readonly (number | null)[] | null };

/** The ids of the element types, which are the same in all databases. */
const elements = { 'int2[]': { id: 21, size: 2 }, 'float8[]': { id: 701, size: 8 } } as const;
const none = -1;

/** What stands before the first row and after the last one. */
export const binaryHead = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
export const binaryTail = Buffer.from('\xff\xff', 'latin1');

/** Encodes rows for `COPY … FROM … WITH (FORMAT binary)`. */
export function encodeRows(rows: readonly (readonly BinaryCell[])[]): Buffer {
  const bytes = rows.reduce((sum, row) => sum + 2 + row.reduce((all, cell) => all + 4 + sizeOf(cell), 0), 0);
  const buffer = Buffer.allocUnsafe(binaryHead.length + bytes + binaryTail.length);
  let at = binaryHead.copy(buffer);
  for (const row of rows) {
    at = buffer.writeInt16BE(row.length, at);
    for (const cell of row) at = writeCell(buffer, cell, at);
  }
  binaryTail.copy(buffer, at);
  return buffer;
}

function writeCell(buffer: Buffer, cell: BinaryCell, start: number): number {
  const at = buffer.writeInt32BE(cell.value === null ? none : sizeOf(cell), start);
  switch (cell.type) {
    case 'int2':
      return buffer.writeInt16BE(cell.value, at);
    case 'int4':
      return buffer.writeInt32BE(cell.value, at);
    case 'text':
      return at + buffer.write(cell.value, at);
    case 'float8':
      return cell.value === null ? at : buffer.writeDoubleBE(cell.value, at);
    case 'bytea':
      return at + (cell.value?.copy(buffer, at) ?? 0);
    default:
      return cell.value === null ? at : writeArray(buffer, cell.type, cell.value, at);
  }
}

/** Writes an array of one dimension, whose first index is 1. */
function writeArray(
  buffer: Buffer,
  type: keyof typeof elements,
  values: readonly (number | null)[],
  start: number,
): number {
  const { id, size } = elements[type];
  let at = start;
  for (const word of values.length === 0
    ? [0, 0, id]
    : [1, values.includes(null) ? 1 : 0, id, values.length, 1]) {
    at = buffer.writeInt32BE(word, at);
  }
  for (const value of values) {
    at = buffer.writeInt32BE(value === null ? none : size, at);
    if (value !== null) at = size === 2 ? buffer.writeInt16BE(value, at) : buffer.writeDoubleBE(value, at);
  }
  return at;
}

function sizeOf(cell: BinaryCell): number {
  switch (cell.type) {
    case 'int2':
      return 2;
    case 'int4':
      return 4;
    case 'text':
      return Buffer.byteLength(cell.value);
    case 'float8':
      return cell.value === null ? 0 : 8;
    case 'bytea':
      return cell.value?.length ?? 0;
    default: {
      if (cell.value === null) return 0;
      const { size } = elements[cell.type];
      const numbers = cell.value.reduce<number>((sum, value) => sum + (value === null ? 4 : 4 + size), 0);
      return (cell.value.length === 0 ? 12 : 20) + numbers;
    }
  }
}
