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

/** How agencies spell units, in lower case without spaces, underscores and brackets. */
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
  kaf: ['kaf', 'kac-ft', 'kacft', '1000af', 'thousandacrefeet', '1000acre-feet'],
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
