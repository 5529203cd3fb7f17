import * as z from 'zod/mini';
import { parseJson, parseResponse, toPlainText } from '../../parse-response.ts';
import { SourceRefused } from '../../source.ts';
import type { UsgsRow } from './merge-records.ts';

const service = 'NWIS';

const code = z.array(z.object({ value: z.string() })).check(z.minLength(1));

const Answer = z.object({
  value: z.object({
    timeSeries: z.array(
      z.object({
        sourceInfo: z.object({ siteCode: code }),
        variable: z.object({
          variableCode: code,
          options: z.optional(
            z.object({ option: z.array(z.object({ optionCode: z.optional(z.string()) })) }),
          ),
        }),
        values: z.array(
          z.object({
            method: z.optional(z.array(z.object({ methodID: z.optional(z.number()) }))),
            value: z.array(
              z.object({ value: z.string(), qualifiers: z.array(z.string()), dateTime: z.string() }),
            ),
          }),
        ),
      }),
    ),
  }),
});

/** Parses the legacy service's daily values in JSON. @throws SourceRefused */
export function parseNwisJson(text: string): UsgsRow[] {
  const { value } = parseResponse(Answer, parseJson(text, service), service);
  return value.timeSeries.flatMap(({ sourceInfo, variable, values }) =>
    values.flatMap((block, at) =>
      block.value.map(
        (row, line): UsgsRow => ({
          site: sourceInfo.siteCode[0]?.value ?? '',
          code: variable.variableCode[0]?.value ?? '',
          record: `${variable.options?.option[0]?.optionCode ?? ''} ${block.method?.[0]?.methodID ?? at}`,
          date: row.dateTime.slice(0, 10),
          value: row.value,
          isApproved: row.qualifiers.includes('A'),
          qualifiers: row.qualifiers,
          line: line + 1,
        }),
      ),
    ),
  );
}

/**
 * Parses the legacy service's daily values in RDB: `#` comments, a line of column names, a line of column widths, and
 * tab-separated rows. A file may hold several such tables with different columns.
 * @throws SourceRefused
 */
export function parseNwisRdb(text: string): UsgsRow[] {
  const rows: UsgsRow[] = [];
  let names: string[] | undefined;
  let isWidths = false;
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.startsWith('#') || line.trim() === '') continue;
    const cells = line.split('\t');
    if (cells[0] === 'agency_cd') {
      names = cells;
      isWidths = true;
    } else if (isWidths) isWidths = false;
    else if (names) rows.push(...rowsOf(names, cells, at + 1));
    else throw new SourceRefused(`Line ${at + 1}: this is not RDB from ${service}: ${toPlainText(line)}.`);
  }
  if (!names) throw new SourceRefused(`This is not RDB from ${service}: it has no line of column names.`);
  return rows;
}

/** Splits a line into one row per record; each record has a value column and a qualifier column. */
function rowsOf(names: readonly string[], cells: readonly string[], line: number): UsgsRow[] {
  if (cells.length !== names.length) {
    throw new SourceRefused(`Line ${line}: ${cells.length} cells instead of ${names.length}.`);
  }
  const cell = (name: string) => cells[names.indexOf(name)] ?? '';
  return names.flatMap((name): UsgsRow[] => {
    const record = /^(\d+)_(\d{5})_(\d{5})$/.exec(name);
    if (!record) return [];
    const qualifiers = cell(`${name}_cd`).split(/[:,]\s*/);
    return [
      {
        site: cell('site_no'),
        code: record[2] ?? '',
        record: name,
        date: cell('datetime').slice(0, 10),
        value: cell(name),
        isApproved: qualifiers.includes('A'),
        qualifiers,
        line,
      },
    ];
  });
}
