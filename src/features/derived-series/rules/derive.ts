import { enteredByHand, type Flag, flagNames } from '#domain/qualifiers.ts';
import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { addDays, dayNumber, formatDay } from '#lib/calendar.ts';
import {
  type DerivedSeries,
  derivedPosition,
  describeFormula,
  marginOf,
  type Operand,
  unitOfDerived,
} from './definitions.ts';

/** Daily values: `dates` are days since `start`, ascending; flagged values are in `flagged` only. */
export type DailyValues = {
  readonly start: string;
  readonly dates: number[];
  readonly values: number[];
  /** One letter a value: `A` approved, `P` provisional. */
  readonly approval: string;
  /** The agency's codes, by day since `start`. */
  readonly qualifiers: Record<string, string>;
  readonly flagged: { day: number; value: number; flag: Flag; approval: string }[];
};

/** A record without a value. */
export const noValues: DailyValues = {
  start: '1970-01-01',
  dates: [],
  values: [],
  approval: '',
  qualifiers: {},
  flagged: [],
};

/** A record, or an earlier derived series, that is computed with. */
export type Computable = {
  readonly name: string;
  readonly unit: string;
  readonly values: DailyValues;
};

export type Derived = {
  readonly definition: DerivedSeries;
  /** Of the definition, from 0. */
  readonly at: number;
  /** How it is computed, in words. */
  readonly formula: string;
} & ((Computable & { readonly fault?: never }) | { readonly fault: string });

type Period = { readonly start: string; readonly end: string };

/** The period that has to be read, so that values of means and lags do not depend on where the period begins. */
export function widenPeriod({ start, end }: Period, derived: readonly DerivedSeries[]): Period {
  const { before, after } = marginOf(derived);
  return { start: addDays(start, -before), end: addDays(end, after) };
}

/**
 * Computes derived series over a period, in their order, from records of the period that `widenPeriod` gives. A day has a value where
 * every value that it is computed from is there: no gap is bridged. It is flagged where one of those is flagged, and
 * provisional where one of them is.
 */
export function deriveSeries(
  definitions: readonly DerivedSeries[],
  recordOf: (operand: Operand) => Computable | undefined,
  nameOf: (operand: Operand) => string,
  period: Period,
): readonly Derived[] {
  const computed: (DenseSeries | undefined)[] = [];
  const derived: Derived[] = [];
  const findName = (operand: Operand) => {
    const at = derivedPosition(operand);
    return at === undefined ? nameOf(operand) : (definitions[at]?.name ?? operand);
  };
  for (const [at, definition] of definitions.entries()) {
    const formula = describeFormula(definition, findName);
    const operands = definition.operands.map((operand): DenseSeries | undefined => {
      const position = derivedPosition(operand);
      if (position !== undefined) return computed[position];
      const record = recordOf(operand);
      return record && { ...record, dense: toDense(record.values) };
    });
    const absent = definition.operands.filter((_, index) => operands[index] === undefined);
    const present = operands.filter((each) => each !== undefined);
    const unit = unitOfDerived(definition.operation, present);
    if (absent.length > 0 || 'fault' in unit) {
      const lacking = absent.map((each) => `${findName(each)} is not among the chosen series.`);
      computed.push(undefined);
      derived.push({ definition, at, formula, fault: lacking[0] ?? ('fault' in unit ? unit.fault : '') });
      continue;
    }
    const dense = compute(
      definition,
      present.map((each) => each.dense),
    );
    const { name } = definition;
    computed.push({ name, unit: unit.unit, dense });
    const values = toDailyValues(dense, period);
    derived.push({ definition, at, formula, name, unit: unit.unit, values });
  }
  return derived;
}

type DenseSeries = Omit<Computable, 'values'> & { readonly dense: Dense };

/** A value for each day from `first` on; NaN where there is none. */
type Dense = {
  readonly first: number;
  readonly values: Float64Array;
  readonly isProvisional: Uint8Array;
  /** The position of the flag in `flagNames`, from 1; 0 without one. */
  readonly flags: Uint8Array;
  /** By day number. */
  readonly qualifiers: ReadonlyMap<number, string>;
};

function createDense(first: number, length: number): Dense & { qualifiers: Map<number, string> } {
  return {
    first,
    values: new Float64Array(length).fill(Number.NaN),
    isProvisional: new Uint8Array(length),
    flags: new Uint8Array(length),
    qualifiers: new Map(),
  };
}

function toDense({ start, dates, values, approval, qualifiers, flagged }: DailyValues): Dense {
  const origin = dayNumber(start);
  const [low, high] = [
    Math.min(dates[0] ?? Infinity, flagged[0]?.day ?? Infinity),
    Math.max(dates.at(-1) ?? -Infinity, flagged.at(-1)?.day ?? -Infinity),
  ];
  const dense = low > high ? createDense(origin, 0) : createDense(origin + low, high - low + 1);
  for (const [at, day] of dates.entries()) {
    dense.values[day - low] = values[at] ?? Number.NaN;
    dense.isProvisional[day - low] = approval[at] === 'P' ? 1 : 0;
  }
  for (const { day, value, flag, approval: own } of flagged) {
    dense.values[day - low] = value;
    dense.isProvisional[day - low] = own === 'P' ? 1 : 0;
    dense.flags[day - low] = flagNames.indexOf(flag) + 1;
  }
  for (const [day, code] of Object.entries(qualifiers)) {
    // Who entered a value is no property of what is computed from it.
    const codes = code.split(' ').filter((each) => each !== '' && each !== enteredByHand);
    if (codes.length > 0) dense.qualifiers.set(origin + Number(day), sortCodes(codes.join(' ')));
  }
  return dense;
}

function compute({ operation, days = 0 }: DerivedSeries, operands: readonly Dense[]): Dense {
  const [first = createDense(0, 0)] = operands;
  switch (operation) {
    case 'diff':
      return combine(operands.map((dense, at) => ({ dense, factor: at === 0 ? 1 : -1 })));
    case 'sum':
      return combine(operands.map((dense) => ({ dense, factor: 1 })));
    case 'mean':
      return scale(
        combine(Array.from({ length: days }, (_, later) => ({ dense: first, factor: 1, later }))),
        1 / days,
      );
    case 'af':
      return scale(first, acreFeetPerCfsDay);
    case 'cfs':
      return scale(first, 1 / acreFeetPerCfsDay);
    case 'lag':
      return combine([{ dense: first, factor: 1, later: days }]);
  }
}

function scale(dense: Dense, factor: number): Dense {
  return { ...dense, values: dense.values.map((each) => each * factor) };
}

/** A series that is multiplied by 1 or −1, and shifted by days. */
type Term = { readonly dense: Dense; readonly factor: 1 | -1; readonly later?: number };

/** Adds up the values of each day that all terms span; NaN of one makes it NaN. */
function combine(terms: readonly Term[]): Dense {
  const starts = terms.map(({ dense, later = 0 }) => dense.first + later);
  const first = Math.max(...starts);
  const last = Math.min(...terms.map(({ dense }, at) => (starts[at] ?? 0) + dense.values.length - 1));
  const length = Math.max(0, last - first + 1);
  const result = createDense(first, length);
  result.values.fill(0);
  for (const [index, { dense, factor, later = 0 }] of terms.entries()) {
    const offset = first - (starts[index] ?? 0);
    const { values, isProvisional, flags } = result;
    for (let at = 0; at < length; at += 1) {
      const place = at + offset;
      values[at] = (values[at] ?? 0) + factor * (dense.values[place] ?? Number.NaN);
      if (dense.isProvisional[place] === 1) isProvisional[at] = 1;
      const own = dense.flags[place] ?? 0;
      if (own === 0) continue;
      const flag = flags[at] ?? 0;
      // The first rule of the list, whichever term comes first.
      if (flag === 0 || own < flag) flags[at] = own;
    }
    for (const [day, code] of dense.qualifiers) {
      const before = result.qualifiers.get(day + later);
      result.qualifiers.set(day + later, before === undefined ? code : mergeCodes(before, code));
    }
  }
  return result;
}

function sortCodes(codes: string): string {
  return [...new Set(codes.split(' '))].toSorted().join(' ');
}

function mergeCodes(one: string, other: string): string {
  // Nearly every day of a mean: splitting and sorting all of them takes a second.
  if (one === other || ` ${one} `.includes(` ${other} `)) return one;
  return sortCodes(`${one} ${other}`);
}

/** More decimals than these are noise of the arithmetic: 12.3 − 12.1 is 0.2. */
const precision = 1e8;

function toDailyValues({ first, ...dense }: Dense, { start, end }: Period): DailyValues {
  const [from, to] = [
    Math.max(first, dayNumber(start)),
    Math.min(first + dense.values.length - 1, dayNumber(end)),
  ];
  const result: DailyValues = {
    start: formatDay(from),
    dates: [],
    values: [],
    approval: '',
    qualifiers: {},
    flagged: [],
  };
  const approvals: string[] = [];
  for (let day = from; day <= to; day += 1) {
    const at = day - first;
    const value = Math.round((dense.values[at] ?? Number.NaN) * precision) / precision;
    if (Number.isNaN(value)) continue;
    const approval = dense.isProvisional[at] ? 'P' : 'A';
    const flag = flagNames[(dense.flags[at] ?? 0) - 1];
    if (flag === undefined) {
      result.dates.push(day - from);
      result.values.push(value);
      approvals.push(approval);
    } else result.flagged.push({ day: day - from, value, flag, approval });
    const code = dense.qualifiers.get(day);
    if (code !== undefined) result.qualifiers[String(day - from)] = code;
  }
  return { ...result, approval: approvals.join('') };
}
