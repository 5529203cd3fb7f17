import type { ByteRange } from '../storage/file-storage.ts';

/**
 * Reads a `Range` header for a body of that many bytes. Undefined asks for the whole body, also for several ranges and
 * other units, which a server may ignore (RFC 9110, 14.2).
 * @example parseByteRange('bytes=-5', 100) // { start: 95, end: 99 }
 */
export function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '')
    return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
