import { describeBadName, tidyLine } from '#lib/clean-line.ts';

/** A − B, the sum, the trailing mean of days, daily AF of a mean flow in cfs, and back, and a shift by days. */
export const operations = ['diff', 'sum', 'mean', 'af', 'cfs', 'lag'] as const;
export type Operation = (typeof operations)[number];

/** A series that is computed from others: `l14` is location 14 on the left axis, `r14` on the right, `d1` the first derived one. */
export type Operand = string;

/** A series computed from chosen ones. It is in the address, and nowhere else. */
export type DerivedSeries = {
  readonly name: string;
  readonly operation: Operation;
  readonly operands: readonly Operand[];
  /** Of a mean, or of a lag: negative for an earlier day. */
  readonly days?: number;
};

export const maxDerived = 10;
export const maxDerivedNameLength = 60;
export const meanDays = [3, 7, 30] as const;
export const maxLagDays = 366;
const maxAddends = 20;

const operandCounts: Readonly<Record<Operation, readonly [min: number, max: number]>> = {
  diff: [2, 2],
  sum: [2, maxAddends],
  mean: [1, 1],
  af: [1, 1],
  cfs: [1, 1],
  lag: [1, 1],
};

const operandPattern = /^[lrd][1-9]\d{0,8}$/;

export function operandOf(side: 'left' | 'right', location: number): Operand {
  return `${side === 'left' ? 'l' : 'r'}${location}`;
}

/** The operand that is the derived series at a position, from 0. */
export function derivedOperand(at: number): Operand {
  return `d${at + 1}`;
}

/** The position, from 0, of the derived series that is an operand. Undefined for a location. */
export function derivedPosition(operand: Operand): number | undefined {
  return operand.startsWith('d') ? Number(operand.slice(1)) - 1 : undefined;
}

/**
 * Says what is wrong with a series that follows `earlier` ones, where undefined is one that cannot be read; undefined if
 * nothing is. `others` have the names that are taken. Units are checked by `unitOfDerived`.
 */
export function describeDerivedFault(
  { name, operation, operands, days = 0 }: DerivedSeries,
  earlier: readonly (DerivedSeries | undefined)[],
  others = earlier,
): string | undefined {
  const [min, max] = operandCounts[operation];
  if (operands.length < min || operands.length > max) {
    if (max === 1) return 'Choose a series.';
    return min === max ? 'Choose two series.' : `Choose ${min} to ${max} series.`;
  }
  if (operation === 'sum' && new Set(operands).size < operands.length) return 'Choose each series once.';
  if (operation === 'mean' && !meanDays.some((each) => each === days))
    return 'Choose a mean of 3, 7 or 30 days.';
  if (operation === 'lag' && !(days !== 0 && Math.abs(days) <= maxLagDays))
    return `Enter a lag of 1 to ${maxLagDays} days; a negative number moves values to earlier days.`;
  if (operands.some((each) => !isBefore(each, earlier)))
    return 'A derived series can only be computed from one that stands before it.';
  const badName = describeBadName(name, maxDerivedNameLength);
  if (badName !== undefined) return badName;
  return others.some((each) => each?.name.toLowerCase() === name.toLowerCase())
    ? `Another derived series is named “${name}”. Choose another name.`
    : undefined;
}

function isBefore(operand: Operand, earlier: readonly (DerivedSeries | undefined)[]): boolean {
  const at = derivedPosition(operand);
  return at === undefined || earlier[at] !== undefined;
}

/**
 * Writes a derived series as the text of an address.
 * @example 'diff:l14,l17:Gain Heise to Lorenzo'
 * @example 'mean:d1:7:Weekly gain'
 */
export function writeDerived({ name, operation, operands, days }: DerivedSeries): string {
  return [operation, operands.join(','), ...(days === undefined ? [] : [days]), name].join(':');
}

/** Reads the text of one series that follows `earlier` ones, or says why it cannot; the name may have colons. */
function parseDerived(text: string, earlier: readonly (DerivedSeries | undefined)[]): DerivedSeries | string {
  const [word, list = '', ...rest] = text.split(':');
  const operation = operations.find((each) => each === word);
  if (operation === undefined) return `It must begin with ${operations.join(', ')}, as in diff:l1,l2:Gain.`;
  const operands = list === '' ? [] : list.split(',');
  const wrong = operands.find((each) => !operandPattern.test(each));
  if (wrong !== undefined) return `${quote(wrong)} is no series; l1, r1 and d1 are.`;
  const hasDays = operation === 'mean' || operation === 'lag';
  const days = hasDays ? (rest.shift() ?? '') : '';
  const derived: DerivedSeries = {
    name: tidyLine(rest.join(':')),
    operation,
    operands,
    ...(hasDays && { days: /^-?\d{1,3}$/.test(days) ? Number(days) : Number.NaN }),
  };
  return describeDerivedFault(derived, earlier) ?? derived;
}

const maxQuoted = 40;

function quote(text: string): string {
  return `“${text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text}”`;
}

type DerivedList = {
  readonly derived: readonly DerivedSeries[];
  /** A sentence for each text that cannot be used. */
  readonly refused: readonly string[];
};

/** Reads the derived series of an address. One that is computed from a refused one is refused too. */
export function readDerived(texts: readonly string[]): DerivedList {
  const places: (DerivedSeries | undefined)[] = [];
  const refused: string[] = [];
  for (const text of texts.slice(0, maxDerived)) {
    const found = parseDerived(text, places);
    const isRead = typeof found !== 'string';
    places.push(isRead ? found : undefined);
    if (!isRead) refused.push(`The derived series ${quote(text)} is left out. ${found}`);
  }
  if (texts.length > maxDerived) refused.push(`Only the first ${maxDerived} derived series are used.`);
  return { derived: mapOperands(places, (operand) => operand), refused };
}

/**
 * Renames the operands that are no derived series, and leaves out what lacks an operand then, or is computed from what is
 * left out. The others follow one another without gaps.
 */
export function mapOperands(
  all: readonly (DerivedSeries | undefined)[],
  rename: (operand: Operand) => Operand | undefined,
): readonly DerivedSeries[] {
  const mapped: DerivedSeries[] = [];
  const renamed: (Operand | undefined)[] = [];
  for (const each of all) {
    const operands = each?.operands.map((operand) => {
      const at = derivedPosition(operand);
      return at === undefined ? rename(operand) : renamed[at];
    });
    const isWhole = operands?.every((operand) => operand !== undefined);
    renamed.push(isWhole ? derivedOperand(mapped.length) : undefined);
    if (each && operands && isWhole)
      mapped.push({ ...each, operands: operands.filter((one) => one !== undefined) });
  }
  return mapped;
}

/** Replaces the series at a position, or adds it at the end. */
export function putDerived(
  all: readonly DerivedSeries[],
  at: number,
  derived: DerivedSeries,
): readonly DerivedSeries[] {
  return at >= all.length ? [...all, derived] : all.with(at, derived);
}

/** Removes the series at a position, and those that are computed from it. */
export function removeDerived(all: readonly DerivedSeries[], at: number): readonly DerivedSeries[] {
  return mapOperands(
    all.map((each, position) => (position === at ? undefined : each)),
    (operand) => operand,
  );
}

type DerivedUnit = { readonly unit: string } | { readonly fault: string };

/** A series that others are computed from. */
export type NamedUnit = { readonly name: string; readonly unit: string };

/** The unit of a result, in which flows are cfs and volumes AF; or why these units cannot be combined. */
export function unitOfDerived(operation: Operation, operands: readonly NamedUnit[]): DerivedUnit {
  const [first, ...others] = operands;
  if (!first) return { fault: 'Choose a series.' };
  if (operation === 'af' || operation === 'cfs') {
    const needed = operation === 'af' ? 'cfs' : 'AF';
    if (first.unit === needed) return { unit: operation === 'af' ? 'AF' : 'cfs' };
    const whole =
      operation === 'af' ? 'Daily volumes need a flow in cfs' : 'A flow needs daily volumes in AF';
    return { fault: `${whole}; ${first.name} is in ${first.unit}.` };
  }
  const other = others.find(({ unit }) => unit !== first.unit);
  if (!other) return { unit: first.unit };
  const whole = operation === 'diff' ? 'A difference' : 'A sum';
  return {
    fault: `${whole} needs one unit: ${first.name} is in ${first.unit}, ${other.name} in ${other.unit}.`,
  };
}

/**
 * The formula of a series in words.
 * @example 'Snake River near Heise − Snake River at Lorenzo'
 */
export function describeFormula(
  { operation, operands, days = 0 }: Pick<DerivedSeries, 'operation' | 'operands' | 'days'>,
  nameOf: (operand: Operand) => string,
): string {
  const names = operands.map(nameOf);
  const [first = ''] = names;
  switch (operation) {
    case 'diff':
      return names.join(' − ');
    case 'sum':
      return names.join(' + ');
    case 'mean':
      return `${days}-day mean of ${first}`;
    case 'af':
      return `${first}, AF a day`;
    case 'cfs':
      return `${first}, as cfs`;
    case 'lag':
      return `${first}, ${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'} ${days < 0 ? 'earlier' : 'later'}`;
  }
}

/** The days before and after a period that the values of the period are computed from. */
export function marginOf(all: readonly DerivedSeries[]): { readonly before: number; readonly after: number } {
  const margins: { before: number; after: number }[] = [];
  for (const { operation, operands, days = 0 } of all) {
    const used = operands.flatMap((each) => margins[derivedPosition(each) ?? -1] ?? []);
    const own = {
      before: operation === 'mean' ? days - 1 : operation === 'lag' ? Math.max(0, days) : 0,
      after: operation === 'lag' ? Math.max(0, -days) : 0,
    };
    margins.push({
      before: own.before + Math.max(0, ...used.map(({ before }) => before)),
      after: own.after + Math.max(0, ...used.map(({ after }) => after)),
    });
  }
  return {
    before: Math.max(0, ...margins.map(({ before }) => before)),
    after: Math.max(0, ...margins.map(({ after }) => after)),
  };
}
