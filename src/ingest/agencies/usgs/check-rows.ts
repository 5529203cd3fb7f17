import type { ParameterNdx } from '#domain/vocabulary.ts';
import { checkUnit, convertUnit, type UnitCheck } from '../../units.ts';
import { dailyMean, datumsByCode, describeStatistic, hasFieldMeasurements } from './codes.ts';
import type { UsgsRecordInfo } from './record-info.ts';
import type { UsgsRow } from './row.ts';

/** The rows of a series that may be stored, and what the report says about the others; or why none may. */
export type CheckedRows =
  | { readonly rows: readonly UsgsRow[]; readonly notes: readonly string[] }
  | { readonly refusal: string };

/**
 * Checks each row of a series: a recorder's value must be a daily mean, a field measurement must be of a parameter
 * that is measured by hand, and an elevation must be above its code's datum. Values of another statistic are never
 * taken for means: they are left out, and if there are no others, the series is refused.
 */
export function checkRows(
  rows: readonly UsgsRow[],
  parameter: ParameterNdx,
  infos: ReadonlyMap<string, UsgsRecordInfo>,
): CheckedRows {
  const accepted: UsgsRow[] = [];
  const others = new Map<string, UsgsRow[]>();
  for (const row of rows) {
    const refusal = refusalOf(row, parameter);
    if (refusal !== undefined) return { refusal: `Row ${row.line}: ${refusal}` };
    const statistic = row.statistic ?? infos.get(row.seriesId ?? '')?.statistic;
    if (row.isFieldMeasurement || statistic === dailyMean) accepted.push(row);
    else if (statistic === undefined) {
      return {
        refusal: `Row ${row.line} does not state its statistic (statistic_id), and the portal stores daily means (${dailyMean}).`,
      };
    } else {
      const same = others.get(statistic);
      if (same) same.push(row);
      else others.set(statistic, [row]);
    }
  }
  const [other] = others;
  if (other && accepted.length === 0) {
    const [statistic, [first]] = other;
    return {
      refusal: `Row ${first?.line ?? 1}: ${describeStatistic(statistic)} is not the daily mean (${dailyMean}).`,
    };
  }
  return {
    rows: accepted,
    notes: [...others].map(
      ([statistic, { length }]) =>
        `${length} values of ${describeStatistic(statistic)} were left out: they are not daily means.`,
    ),
  };
}

function refusalOf(row: UsgsRow, parameter: ParameterNdx): string | undefined {
  if (row.isFieldMeasurement) {
    if (!hasFieldMeasurements(parameter)) return 'a field measurement is not a daily mean.';
  } else if (row.time !== undefined) {
    return `${row.time} is a time within the day, and the portal stores daily means. Save the collection daily, or the legacy service's daily values (dv).`;
  }
  const expected = datumsByCode[row.code];
  const { datum } = row;
  if (expected !== undefined && datum !== undefined && datum !== 'None' && datum !== expected) {
    return `the elevation is above ${datum}, and code ${row.code} is above ${expected}.`;
  }
  return undefined;
}

/** Converts values to the parameter's unit, and collects what was converted. */
export function createConverter(parameter: ParameterNdx, infos: ReadonlyMap<string, UsgsRecordInfo>) {
  const checks = new Map<string, UnitCheck>();
  const notes = new Set<string>();
  return {
    /** Returns the converted value, or why the row's unit is refused. */
    convert: (row: UsgsRow, value: number): number | { readonly refusal: string } => {
      const unit = row.unit ?? infos.get(row.seriesId ?? '')?.unit ?? '';
      const check = checks.get(unit) ?? checkUnit(unit, parameter);
      checks.set(unit, check);
      if ('refusal' in check) return check;
      if (check.note !== undefined) notes.add(check.note);
      return check.note === undefined ? value : convertUnit(value, check.conversion);
    },
    notes: (): readonly string[] => [...notes],
  };
}
