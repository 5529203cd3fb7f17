import * as z from 'zod/mini';
import type { DayNumber } from '#lib/calendar.ts';
import { parseDayCell } from '../../parse-day.ts';
import { parseJson, parseResponse } from '../../parse-response.ts';
import type { Reading, Rejection, SourceSeries, Target } from '../../source.ts';
import { nonValueColumns } from './codes.ts';

const service = 'IDWR Accounting';

const Row = z.record(z.string(), z.nullable(z.union([z.string(), z.number()])));
type Row = z.output<typeof Row>;

/**
 * Parses a response of `history` or `model`: one row per site and day, one column per quantity. `NaN` and empty cells
 * are missing values; an empty response has no data.
 * @throws SourceRefused
 */
export function parseAccounting(
  text: string,
  targetOf: (site: string, column: string) => Target | undefined,
  since: DayNumber | undefined,
): SourceSeries[] {
  if (text.trim() === '') return [];
  const rows = parseResponse(z.array(Row), parseJson(text, service), service);
  const bySite = Map.groupBy(rows, (row) => String(row.SiteID ?? ''));
  return [...bySite].flatMap(([site, siteRows]) => {
    const columns = [...new Set(siteRows.flatMap((row) => Object.keys(row)))].filter(
      (name) => !nonValueColumns.has(name),
    );
    return columns
      .filter((column) => siteRows.some((row) => numberOf(row[column]) !== undefined))
      .map((column) => toSeries(`${site} ${column}`, targetOf(site, column), siteRows, column, since));
  });
}

function toSeries(
  name: string,
  target: Target | undefined,
  rows: readonly Row[],
  column: string,
  since: DayNumber | undefined,
): SourceSeries {
  if (!target) return { kind: 'unknown', name };
  const readings = new Map<DayNumber, Reading>();
  const rejections: Rejection[] = [];
  let missing = 0;
  for (const [at, row] of rows.entries()) {
    const dayText = String(row.HSTDate ?? row['Accounting Date'] ?? '');
    const day = parseDayCell(dayText);
    if (day === undefined)
      return { kind: 'refused', name, message: `Row ${at + 1}: "${dayText}" is not a date.` };
    if (since !== undefined && day < since) continue;
    const value = numberOf(row[column]);
    if (value === undefined) {
      missing += 1;
      continue;
    }
    const before = readings.get(day);
    if (before && before.value !== value) {
      rejections.push({ day, value: String(value), reason: `a second value for ${dayText}` });
    } else readings.set(day, { day, value, approval: 'P', qualifier: undefined, line: at + 1 });
  }
  const sorted = [...readings.values()].sort((one, other) => one.day - other.day);
  return { kind: 'read', name, target, readings: sorted, rejections, missing };
}

function numberOf(cell: string | number | null | undefined): number | undefined {
  if (cell === null || cell === undefined || String(cell).trim() === '') return undefined;
  const value = Number(cell);
  return Number.isFinite(value) ? value : undefined;
}
