import type { Basin } from '#contract/basin/basin.ts';
import { parametersOf } from '#contract/basin/basin-vocabulary.ts';
import { readCsvChunks } from '#ingest/reading/parse-csv.ts';
import { readJsonElements } from '#ingest/reading/parse-response.ts';
import { toSourceText } from '#ingest/reading/read-source-file.ts';
import { SourceRefused, type SourceText } from '#ingest/source.ts';
import { stage } from '../contract.ts';
import type { Mapping } from '../rules/mapping.ts';
import { type MappingQuestion, questionsOf } from '../rules/questions.ts';
import { conversionOf, delimiterOf, namesOfColumns } from './read-rows.ts';

/** What the beginning of a file shows: its columns, and the cells of some rows. */
type Beginning = {
  readonly columns: readonly string[];
  readonly cells: readonly ReadonlyMap<string, unknown>[];
};

const sampleRows = 50;

/** Reads the columns and the first rows of a file. A beginning that cannot be read has none. */
async function readBeginning(head: string, mapping: Mapping): Promise<Beginning> {
  const cells: ReadonlyMap<string, unknown>[] = [];
  const list: string[][] = [];
  const file = toSourceText(head);
  try {
    if (mapping.format === 'json') {
      const path = ['$', ...(mapping.list ?? '').split('.').filter(Boolean), '*'].join('.');
      await readJsonElements(file, { paths: [path], service: 'the file' }, ({ value }) => {
        if (cells.length < sampleRows) cells.push(new Map(Object.entries(value ?? {})));
      });
    } else
      await readCsvChunks(
        file.chunks(),
        ({ record, line, isCut }) => {
          if (line >= (mapping.header_line ?? 1) && list.length < sampleRows && !isCut)
            list.push([...record]);
        },
        { delimiter: delimiterOf(mapping) },
      );
  } catch (error) {
    // The beginning of a large file breaks off.
    if (!(error instanceof SourceRefused)) throw error;
  }
  if (mapping.format === 'json') return { columns: [...(cells[0]?.keys() ?? [])], cells };
  const hasHeader = mapping.header_line !== 0;
  const columns = namesOfColumns(list[0] ?? [], hasHeader);
  const rows = hasHeader ? list.slice(1) : list;
  return { columns, cells: rows.map((row) => new Map(columns.map((name, at) => [name, row[at]]))) };
}

/** Finds what must be said before a file can be read, and its columns. */
export async function findQuestions(
  file: Pick<SourceText, 'head'>,
  mapping: Mapping,
  basin: Pick<Basin, 'parameters' | 'miners_inches_per_cfs'>,
): Promise<{ readonly questions: readonly MappingQuestion[]; readonly columns: readonly string[] }> {
  const known = [...parametersOf(basin), { name: stage.parameter_name, units: stage.units_name }];
  const isOpen =
    mapping.format === undefined || (mapping.format === 'csv' && mapping.header_line === undefined);
  const { columns, cells } = await readBeginning(file.head, mapping);
  const units = known.find(({ name }) => name === mapping.parameter)?.units;
  const conversion =
    units === undefined || !mapping.row
      ? undefined
      : conversionOf(mapping, units, basin.miners_inches_per_cfs);
  const stamps = cells.map((row) =>
    (mapping.time ?? [])
      .map((name) => String(row.get(name) ?? ''))
      .join(' ')
      .trim(),
  );
  const questions = questionsOf(mapping, {
    columns: isOpen || columns.length === 0 ? undefined : columns,
    parameters: known.map(({ name }) => name),
    unitFault: typeof conversion === 'string' ? conversion : undefined,
    stamps: stamps.filter((text) => text !== ''),
  });
  return { questions, columns };
}

/** What a file itself says: its format, what stands between its columns, and the line with their names. */
export function suggestMapping({ head }: Pick<SourceText, 'head'>): Mapping {
  if (/^\s*[[{]/.test(head)) return { format: 'json' };
  const lines = head.split('\n').slice(0, -1);
  const count = (line: string, sign: string) => line.split(sign).length - 1;
  const best = (['\t', ';', ','] as const).find((sign) => {
    const counts = lines.filter((line) => line.trim() !== '').map((line) => count(line, sign));
    const last = counts.at(-1) ?? 0;
    return last > 0 && counts.filter((each) => each === last).length > counts.length / 2;
  });
  if (!best) return { format: 'csv' };
  const width = count(lines.findLast((line) => line.trim() !== '') ?? '', best);
  const header = lines.findIndex((line) => count(line, best) === width);
  const isHeader = !(lines[header] ?? '').split(best).some((cell) => /^[\s"]*-?\d/.test(cell));
  return { format: 'csv', delimiter: best === '\t' ? 'tab' : best, header_line: isHeader ? header + 1 : 0 };
}
