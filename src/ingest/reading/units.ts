import { type ParameterNdx, parameters } from '#domain/vocabulary.ts';

/** An exact conversion: `value * factor + offset`. */
export type UnitConversion = { readonly factor: number; readonly offset: number };

const same: UnitConversion = { factor: 1, offset: 0 };
const metersPerFoot = 0.3048;
const times = (factor: number): UnitConversion => ({ factor, offset: 0 });

/** The portal's units, each with the units that convert to it exactly. The foot is the international one of 0.3048 m. */
const conversions: Readonly<Record<string, Readonly<Record<string, UnitConversion>>>> = {
  cfs: {
    cfs: same,
    'm3/s': times(1 / metersPerFoot ** 3),
    'l/s': times(0.001 / metersPerFoot ** 3),
    kcfs: times(1000),
  },
  ft: { ft: same, m: times(1 / metersPerFoot), in: times(1 / 12), cm: times(0.01 / metersPerFoot) },
  in: { in: same, mm: times(1 / 25.4), cm: times(1 / 2.54), ft: times(12) },
  '°F': { '°F': same, '°C': { factor: 1.8, offset: 32 } },
  // An acre-foot is 43,560 cubic feet.
  AF: { AF: same, kaf: times(1000), m3: times(1 / (43_560 * metersPerFoot ** 3)), ft3: times(1 / 43_560) },
  hours: { hours: same, minutes: times(1 / 60) },
};

/** The US gallon of 231 cubic inches (NIST Handbook 44, Appendix C). */
const cubicFeetPerGallon = 231 / 1728;

/**
 * Units of people and loggers, which no agency's record is taken for. A second-foot-day is the water of 1 cfs in 86,400
 * seconds. A miner's inch is a part of a cfs that the law of a state says: `minersInch`.
 */
const tradeConversions: typeof conversions = {
  cfs: {
    gpm: times(cubicFeetPerGallon / 60),
    'Mgal/d': times((1_000_000 * cubicFeetPerGallon) / 86_400),
  },
  AF: {
    sfd: times(86_400 / 43_560),
    gal: times(cubicFeetPerGallon / 43_560),
    Mgal: times((1_000_000 * cubicFeetPerGallon) / 43_560),
  },
};

export const minersInch = 'miner’s inch';

/** How agencies and people spell units, in lower case without spaces, underscores and brackets. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  cfs: ['cfs', 'ft3/s', 'ft^3/s', 'ft³/s', 'ft3_us/s', 'ft3us/s', 'cubicfeetpersecond', 'ft3/sec'],
  'm3/s': ['m3/s', 'm^3/s', 'm³/s', 'm3/sec', 'cms', 'm3s', 'cubicmeterspersecond'],
  'l/s': ['l/s', 'lps'],
  kcfs: ['kcfs', '1000cfs', '1000ft3/s'],
  ft: ['ft', 'feet', 'foot', 'ftus', 'ft_us'],
  m: ['m', 'meter', 'meters'],
  cm: ['cm', 'centimeters'],
  mm: ['mm', 'millimeters'],
  in: ['in', 'inch', 'inches', 'inus'],
  '°F': ['degf', '°f', 'f', 'fahrenheit', 'deg.f'],
  '°C': ['degc', '°c', 'c', 'celsius', 'deg.c'],
  AF: ['af', 'acft', 'ac-ft', 'acre-ft', 'acrefeet', 'acre-feet', 'acreft', 'acrefoot'],
  gpm: ['gpm', 'gal/min', 'gallonsperminute', 'gallons/minute'],
  'Mgal/d': ['mgal/d', 'mgd', 'mgal/day', 'milliongallonsperday'],
  sfd: [
    'sfd',
    'second-foot-day',
    'second-foot-days',
    'secondfootday',
    'secondfootdays',
    'cfs-day',
    'cfs-days',
  ],
  gal: ['gal', 'gallon', 'gallons'],
  Mgal: ['mgal', 'milliongallons'],
  [minersInch]: [
    'miner’sinch',
    'miner’sinches',
    "miner'sinch",
    "miner'sinches",
    'minersinch',
    'minersinches',
  ],
  kaf: ['kaf', 'taf', 'kac-ft', 'kacft', '1000af', 'thousandacrefeet', '1000acre-feet'],
  m3: ['m3', 'm^3', 'm³', 'cubicmeters'],
  ft3: ['ft3', 'ft^3', 'ft³', 'cubicfeet'],
  hours: ['hours', 'hour', 'hr', 'hrs', 'h'],
  minutes: ['minutes', 'minute', 'min'],
};

/** Finds the portal's spelling of a unit, e.g. `m3/s` for `M^3 / s`; undefined for an unknown one. */
export function normalizeUnit(text: string): string | undefined {
  const compact = text.toLowerCase().replace(/[\s_[\]()]/g, '');
  return Object.keys(spellings).find((unit) => spellings[unit]?.includes(compact));
}

/**
 * Finds how a unit, as anybody spells it, converts to one of the portal's.
 * @param minersInches How many miner's inches are 1 cfs; without it, they convert to nothing.
 * @example findConversion('gpm', 'cfs') // { factor: 0.00222…, offset: 0 }
 */
export function findConversion(
  text: string,
  to: string,
  minersInches?: number | undefined,
): UnitConversion | undefined {
  const unit = normalizeUnit(text);
  if (unit === minersInch) return to === 'cfs' && minersInches ? times(1 / minersInches) : undefined;
  return unit === undefined ? undefined : (conversions[to]?.[unit] ?? tradeConversions[to]?.[unit]);
}

/** The units that convert to one of the portal's, which is the first of them. */
export function unitsOf(to: string, minersInches?: number | undefined): readonly string[] {
  const all = [...Object.keys(conversions[to] ?? {}), ...Object.keys(tradeConversions[to] ?? {})];
  const inches = to === 'cfs' && minersInches ? [minersInch] : [];
  return [to, ...all.filter((unit) => unit !== to), ...inches];
}

/** The unit in which the portal stores a parameter. */
export function unitOf(parameter: ParameterNdx): string {
  return parameters.find(({ ndx }) => ndx === parameter)?.units ?? '';
}

/** The other units that values of a parameter may be in, each with its conversion. */
export function otherUnitsOf(
  parameter: ParameterNdx,
): readonly { readonly unit: string; readonly conversion: UnitConversion }[] {
  return Object.entries(conversions[unitOf(parameter)] ?? {})
    .filter(([, conversion]) => conversion !== same)
    .map(([unit, conversion]) => ({ unit, conversion }));
}

export type UnitCheck = {
  /** Undefined if the unit is refused. */
  readonly conversion: UnitConversion | undefined;
  /** Says what was converted; empty for the portal's own unit. */
  readonly notes: readonly string[];
  readonly refusal: string | undefined;
};

/**
 * Checks an agency's unit against a parameter's.
 * @example checkUnit('m^3/s', 1) // { conversion: { factor: 35.31…, offset: 0 }, notes: ['Converted from m^3/s to cfs.'], … }
 * @example checkUnit('degC', 1) // { conversion: undefined, notes: [], refusal: 'The unit is degC, not cfs.' }
 */
export function checkUnit(text: string, parameter: ParameterNdx): UnitCheck {
  const unit = unitOf(parameter);
  const found = normalizeUnit(text);
  const conversion = found === undefined ? undefined : conversions[unit]?.[found];
  const name = text.trim();
  if (conversion) {
    const notes = found === unit ? [] : [`Converted from ${name} to ${unit}.`];
    return { conversion, notes, refusal: undefined };
  }
  const refusal =
    unit === ''
      ? `The unit is ${name}, and cannot be compared with the basin file.`
      : `The unit is ${name || 'missing'}, not ${unit}.`;
  return { conversion, notes: [], refusal };
}

export function convertUnit(value: number, { factor, offset }: UnitConversion): number {
  return value * factor + offset;
}
