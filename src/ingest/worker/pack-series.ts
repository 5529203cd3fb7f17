import type { Reading, SourceSeries } from '../source.ts';

type ReadSeries = Extract<SourceSeries, { kind: 'read' }>;

/** Readings as columns, which move to another thread without being copied. */
type PackedReadings = {
  readonly days: Int32Array<ArrayBuffer>;
  readonly values: Float64Array<ArrayBuffer>;
  readonly lines: Float64Array<ArrayBuffer>;
  /** Bits: `provisionalBit`, `suspectBit`. */
  readonly marks: Uint8Array<ArrayBuffer>;
  /** 0 for none, otherwise the place in `qualifierTexts`, from 1. */
  readonly qualifiers: Uint32Array<ArrayBuffer>;
  readonly qualifierTexts: readonly string[];
};

export type PackedSeries =
  | Exclude<SourceSeries, ReadSeries>
  | (Omit<ReadSeries, 'readings'> & { readonly packed: PackedReadings });

const provisionalBit = 1;
const suspectBit = 2;

/** Packs a series for another thread. `transfer` lists the buffers to hand over. */
export function packSeries(series: SourceSeries): { series: PackedSeries; transfer: ArrayBuffer[] } {
  if (series.kind !== 'read') return { series, transfer: [] };
  const { readings, ...rest } = series;
  const packed = packReadings(readings);
  const { days, values, lines, marks, qualifiers } = packed;
  return {
    series: { ...rest, packed },
    transfer: [days, values, lines, marks, qualifiers].map(({ buffer }) => buffer),
  };
}

function packReadings(readings: readonly Reading[]): PackedReadings {
  const packed = {
    days: new Int32Array(readings.length),
    values: new Float64Array(readings.length),
    lines: new Float64Array(readings.length),
    marks: new Uint8Array(readings.length),
    qualifiers: new Uint32Array(readings.length),
  };
  const places = new Map<string, number>();
  for (const [at, { day, value, approval, qualifier, isSuspect, line, ...others }] of readings.entries()) {
    // A new field of a reading needs a column here.
    others satisfies Record<string, never>;
    packed.days[at] = day;
    packed.values[at] = value;
    packed.lines[at] = line;
    packed.marks[at] = (approval === 'P' ? provisionalBit : 0) | (isSuspect ? suspectBit : 0);
    if (qualifier === undefined) continue;
    const place = places.get(qualifier) ?? places.size + 1;
    places.set(qualifier, place);
    packed.qualifiers[at] = place;
  }
  return { ...packed, qualifierTexts: [...places.keys()] };
}

export function unpackSeries(series: PackedSeries): SourceSeries {
  if (series.kind !== 'read') return series;
  const { packed, ...rest } = series;
  return { ...rest, readings: unpackReadings(packed) };
}

function unpackReadings(packed: PackedReadings): Reading[] {
  const { days, values, lines, marks, qualifiers, qualifierTexts } = packed;
  return Array.from(days, (day, at): Reading => {
    const mark = marks[at] ?? 0;
    const reading: Reading = {
      day,
      value: values[at] ?? Number.NaN,
      approval: mark & provisionalBit ? 'P' : 'A',
      qualifier: qualifierTexts[(qualifiers[at] ?? 0) - 1],
      line: lines[at] ?? 0,
    };
    if (mark & suspectBit) reading.isSuspect = true;
    return reading;
  });
}
