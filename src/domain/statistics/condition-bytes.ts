import { formatOrdinal } from '#lib/count-text.ts';
import { zoneOf } from '../finding/percentile-bar.ts';
import { describeClass, type StandingClass, standingClasses } from './percentile-class.ts';

/** Where a value stands on a day: its class, and its percentile from 1 to 99. */
export type DayCondition = {
  readonly class: StandingClass;
  readonly percentile: number;
  readonly record: 'lowest' | 'highest' | null;
};

/** The byte of a day without a class, or without another figure. */
export const noByte = 255;

/** A percentile from 1 to 99; 0 stands for the lowest of all years, 100 for the highest. */
export function toConditionByte({ percentile, record }: Omit<DayCondition, 'class'>): number {
  if (record === null) return percentile;
  return record === 'lowest' ? 0 : 100;
}

/** Parses what `toConditionByte` gives. The class of a percentile is that of `normalClassOf`. */
export function parseConditionByte(byte: number | undefined): DayCondition | undefined {
  if (byte === undefined || byte > 100) return undefined;
  const record = byte === 0 ? 'lowest' : byte === 100 ? 'highest' : null;
  const place = record === null ? zoneOf(byte) + 1 : byte === 0 ? 0 : standingClasses.length - 1;
  return {
    class: standingClasses[place] ?? 'normal',
    percentile: Math.min(99, Math.max(1, byte)),
    record,
  };
}

/** `below normal, 12th percentile`, of a depth to water `water level lowest on record`. */
export function describeDayCondition({ class: name, percentile, record }: DayCondition, isDepth: boolean) {
  const text = describeClass(name, isDepth);
  return record === null ? `${text}, ${formatOrdinal(percentile)} percentile` : text;
}

/** A run is at least so long, because a shorter one takes no more room among literal bytes. */
const minRun = 3;
const maxRun = 128;

/**
 * Encodes bytes by their runs (PackBits: n from 0 to 127 is followed by n + 1 bytes as they are, n from 129 to 255 by one
 * byte that stands 257 − n times), as base64.
 */
export function packBytes(bytes: Uint8Array): string {
  const packed: number[] = [];
  let literal: number[] = [];
  function endLiteral(): void {
    if (literal.length > 0) packed.push(literal.length - 1, ...literal);
    literal = [];
  }
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    let run = 1;
    while (run < maxRun && bytes[at + run] === byte) run += 1;
    if (run >= minRun) {
      endLiteral();
      packed.push(257 - run, byte);
      at += run;
    } else {
      literal.push(byte);
      if (literal.length === maxRun) endLiteral();
      at += 1;
    }
  }
  endLiteral();
  return btoa(String.fromCharCode(...packed));
}

/**
 * Decodes what `packBytes` gives.
 * @throws Error if that is not so many bytes
 */
export function unpackBytes(text: string, length: number): Uint8Array {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const bytes = new Uint8Array(length);
  let written = 0;
  let at = 0;
  while (at < packed.length) {
    const count = packed[at] ?? 0;
    const isRun = count > 128;
    const size = isRun ? 257 - count : count + 1;
    const next = at + (isRun ? 2 : 1 + size);
    if (written + size > length || next > packed.length)
      throw new Error('The bytes are not one for each day.');
    if (isRun) bytes.fill(packed[at + 1] ?? 0, written, written + size);
    else bytes.set(packed.subarray(at + 1, at + 1 + size), written);
    written += size;
    at = next;
  }
  if (written !== length) throw new Error('The bytes are not one for each day.');
  return bytes;
}
