const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Up to a tenth more or less, so that portals do not all query an agency at the same time. */
const jitter = 0.1;

/** Parses `30m`, `6h` or `1d` to milliseconds; undefined for anything else. */
export function parseInterval(text: string): number | undefined {
  const [, count = '', unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? [];
  const length = units[unit];
  return length === undefined ? undefined : Number(count) * length;
}

/** Milliseconds until the next run; `random` is from 0 to 1. */
export function nextDelay(interval: number, random: number): number {
  return Math.round(interval * (1 + jitter * (2 * random - 1)));
}
