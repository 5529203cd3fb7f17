import type { SeriesLocation, SeriesParameter } from '#contract/time-series.ts';
import {
  type AddedSeries,
  axesOf,
  isLoading,
  nothingAdded,
  type Results,
  type Selection,
  type Side,
  type SideSeries,
  sides,
} from '../../time-series/index.ts';
import { derivedLabel, describeDerived, toDerivedDaily } from '../files.ts';
import {
  type DerivedSeries,
  derivedOperand,
  describeFormula,
  mapOperands,
  type NamedUnit,
  type Operand,
  operandOf,
  readDerived,
  unitOfDerived,
  writeDerived,
} from '../rules/definitions.ts';
import { type Computable, type DailyValues, type Derived, deriveSeries, noValues } from '../rules/derive.ts';

type Place = Pick<SeriesLocation, 'loc_ndx' | 'loc_name'>;

/** The side and the location of an operand that is no derived series. */
function placeOf(operand: Operand): { readonly side: Side; readonly location: number } {
  return { side: operand.startsWith('l') ? 'left' : 'right', location: Number(operand.slice(1)) };
}

/** Computes the derived series of a result, once all of its values are there. */
export function deriveResults(results: Results, places: readonly Place[] = []): AddedSeries {
  const { shown, period } = results;
  if (!shown.more || isLoading(results)) return nothingAdded;
  const nameOf = nameOperands(shown, places);
  const recordOf = (operand: Operand): Computable | undefined => {
    const { side, location } = placeOf(operand);
    const result = results[side];
    if (result.status !== 'ready' || !shown[side].locations.includes(location)) return undefined;
    const { parameter, series } = result.whole ?? result.data;
    const daily = series.find(({ loc_ndx }) => loc_ndx === location);
    return {
      name: nameOf(operand),
      unit: parameter.units_name,
      values: daily ?? noValues,
    };
  };
  const all = deriveSeries(readDerived(shown.more).derived, recordOf, nameOf, period);
  const found = placeOnAxes(all, results);
  const listed = found.filter(({ hasAxis }) => !hasAxis).map(({ series }) => series);
  return {
    drawn: found.filter(({ hasAxis }) => hasAxis).map(({ series }) => series),
    listed,
    notes: all.map(describeDerived),
    faults: describeFaults(all, listed),
    fileQuery: (groups) => ({ derived: derivedOfFile(all, groups).map(writeDerived) }),
  };
}

/** The axis of each series: that of what it is computed from, another with its unit, or the right one where that is free. */
function placeOnAxes(all: readonly Derived[], results: Results) {
  const units = new Map(
    sides.flatMap((side): [Side, string][] => {
      const result = results[side];
      return result.status === 'ready' ? [[side, result.data.parameter.units_name]] : [];
    }),
  );
  const sideOf = new Map<Operand, Side>();
  return all.flatMap((each) => {
    if (each.fault !== undefined) return [];
    const [operand = ''] = each.definition.operands;
    const own = sideOf.get(operand) ?? placeOf(operand).side;
    let side = [own, ...sides].find((one) => units.get(one) === each.unit);
    if (side === undefined && !units.has('right')) side = 'right';
    if (side !== undefined) units.set(side, each.unit);
    sideOf.set(derivedOperand(each.at), side ?? own);
    const series: SideSeries = {
      side: side ?? own,
      // No parameter of the portal.
      parameter: 0,
      parameterName: derivedLabel,
      unit: each.unit,
      series: isEmpty(each.values) ? [] : [toDerivedDaily(each.at, each)],
    };
    return [{ series, hasAxis: side !== undefined }];
  });
}

function isEmpty({ dates, flagged }: DailyValues): boolean {
  return dates.length + flagged.length === 0;
}

/** What cannot be drawn, and why, as sentences. */
function describeFaults(all: readonly Derived[], listed: readonly SideSeries[]): readonly string[] {
  const withoutAxis = new Set(listed.flatMap(({ series }) => series.map(({ loc_ndx }) => loc_ndx)));
  return all.flatMap((derived) => {
    const { name } = derived.definition;
    if (derived.fault !== undefined) return [`“${name}” is not computed. ${derived.fault}`];
    if (isEmpty(derived.values))
      return [`“${name}” has no value between these dates: ${derived.formula}. No gap is filled.`];
    if (!withoutAxis.has(-1 - derived.at)) return [];
    return [
      `“${name}” is in ${derived.unit}, which neither axis has: it is in the table only. Choose one axis to draw it.`,
    ];
  });
}

/** The definitions as the address of a file has them: `l1` is the first of its sites. */
function derivedOfFile(
  all: readonly Derived[],
  groups: readonly { readonly side: Side; readonly locations: readonly number[] }[],
): readonly DerivedSeries[] {
  return mapOperands(
    all.map(({ definition, fault }) => (fault === undefined ? definition : undefined)),
    (operand) => {
      const { side, location } = placeOf(operand);
      const at = groups.findIndex((group) => group.side === side);
      const position = groups[at]?.locations.indexOf(location) ?? -1;
      return position < 0 ? undefined : operandOf(at === 0 ? 'left' : 'right', position + 1);
    },
  );
}

/** Names locations; one that is on both axes with its axis. */
function nameOperands(selection: Selection, places: readonly Place[]): (operand: Operand) => string {
  const names = new Map(places.map(({ loc_ndx, loc_name }) => [loc_ndx, loc_name]));
  return (operand) => {
    const { side, location } = placeOf(operand);
    const name = names.get(location) ?? `location ${location}`;
    const isTwice = sides.every((each) => selection[each].locations.includes(location));
    return isTwice ? `${name} (${side} axis)` : name;
  };
}

type Lists = {
  readonly parameters: readonly SeriesParameter[] | undefined;
  readonly locations: readonly Place[] | undefined;
};

/** A series to compute with, or a derived one with what is wrong with it. */
export type OperandChoice = NamedUnit & { readonly operand: Operand; readonly fault?: string };

/** What a derived series can be computed from: the chosen locations, then the derived series in their order. */
export function operandChoices(selection: Selection, lists: Lists): readonly OperandChoice[] {
  const nameOf = nameOperands(selection, lists.locations ?? []);
  const choices: OperandChoice[] = axesOf(selection).flatMap((side) => {
    const { parameter, locations } = selection[side];
    const unit = lists.parameters?.find((each) => each.parameter_ndx === parameter)?.units_name ?? '';
    return locations.map((location) => {
      const operand = operandOf(side, location);
      return { operand, name: nameOf(operand), unit };
    });
  });
  for (const [at, { name, operation, operands }] of readDerived(selection.more ?? []).derived.entries()) {
    const operand = derivedOperand(at);
    const used = operands.map((each) => choices.find((choice) => choice.operand === each));
    const absent = operands.find((_, index) => !used[index] || used[index]?.fault !== undefined);
    const found = unitOfDerived(
      operation,
      used.filter((each) => each !== undefined),
    );
    if (absent !== undefined) {
      const lacking = choices.find((choice) => choice.operand === absent)?.name ?? nameOf(absent);
      choices.push({ operand, name, unit: '', fault: `${lacking} is not among the chosen series.` });
    } else choices.push({ operand, name, unit: '', ...found });
  }
  return choices;
}

/** The formula of a series by the names of what can be chosen. */
export function formulaOf(
  derived: Pick<DerivedSeries, 'operation' | 'operands' | 'days'>,
  choices: readonly OperandChoice[],
): string {
  return describeFormula(
    derived,
    (operand) => choices.find((each) => each.operand === operand)?.name ?? 'a series that is not chosen',
  );
}
