import { isMissingNumber } from '#ingest/reading/parse-number.ts';
import { convertUnit, findConversion, type UnitConversion } from '#ingest/reading/units.ts';

/** Clocks differ by some minutes. */
const maxAheadMs = 5 * 60_000;
const earliestMs = Date.UTC(1800, 0);

/** Why nothing can have been read at an instant, in milliseconds since 1970; undefined if it can. */
export function faultOfInstant(at: number, now: Date): string | undefined {
  if (at > now.getTime() + maxAheadMs) return 'is in the future';
  return at < earliestMs ? 'is before 1800' : undefined;
}

/** How values in a unit become those of a parameter in `units`; undefined if they cannot. */
export function conversionTo(
  unit: string,
  units: string,
  minersInches: number | undefined,
): UnitConversion | undefined {
  return unit === units ? { factor: 1, offset: 0 } : findConversion(unit, units, minersInches);
}

/** Why a counter cannot stand at a number; `wrapsAt` is the one at which it is 0 again. */
export function faultOfCounter(value: number, wrapsAt: number | null): string | undefined {
  if (wrapsAt !== null && value >= wrapsAt) return `is not below ${wrapsAt}, at which the counter is 0 again`;
  return value < 0 ? 'is a counter below 0' : undefined;
}

/**
 * A value as it is stored, or why it is none: loggers send a marker such as -9999 where they have nothing, and what is too
 * large for any quantity of water is none either.
 */
export function toStored(value: number, conversion: UnitConversion): number | string {
  const stored = convertUnit(value, conversion);
  return isMissingNumber(value) || isMissingNumber(stored)
    ? `has the value ${value}, which stands for none`
    : stored;
}
