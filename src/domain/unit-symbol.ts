/** Symbols of the Unified Code for Units of Measure (UCUM 2.1); an acre-foot has two that differ in the survey foot. */
const symbols: Readonly<Record<string, string>> = {
  cfs: '[cft_i]/s',
  in: '[in_i]',
  ft: '[ft_i]',
  '°F': '[degF]',
  '°C': 'Cel',
  hours: 'h',
};

/** The UCUM symbol of a unit; undefined where it is not certain which is meant. */
export function unitSymbol(units: string): string | undefined {
  return Object.hasOwn(symbols, units) ? symbols[units] : undefined;
}
