import { type Field, isInput, isReadOnly } from '#contract/records/fields.ts';
import type { Model } from '#contract/records/model.ts';
import type { ContentRecord } from '#contract/records/records.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import type { CsvCell } from '#lib/csv.ts';
import type { CachedBody } from '#server/http/cached-body.ts';
import { createCsvFile } from '#server/http/text-files.ts';

type Column = { readonly name: string; cell(record: ContentRecord): CsvCell };

/** Writes the records of a list, a column for each field. With drafts, also the status and the author. */
export function createRecordCsv(model: Model, records: readonly ContentRecord[], isAll: boolean): CachedBody {
  const columns: Column[] = [
    { name: 'id', cell: ({ id }) => id },
    ...model.fields.flatMap(fieldColumns),
    ...(isAll ? editorColumns : []),
    { name: 'updated_at', cell: ({ updated_at }) => updated_at },
  ];
  return createCsvFile({
    fileName: model.name,
    notes: [
      isAll ? `${model.label}: all records, the latest version of each` : `${model.label}: what is published`,
      formatExportedAt(new Date()),
      `Rows: ${records.length}`,
    ],
    header: columns.map(({ name }) => name),
    rows: records.map((record) => columns.map(({ cell }) => cell(record))),
  });
}

const editorColumns: readonly Column[] = [
  { name: 'status', cell: ({ content_node_statuses }) => content_node_statuses.name },
  { name: 'is_enabled', cell: ({ is_enabled }) => (is_enabled ? 'yes' : 'no') },
  { name: 'updated_by', cell: ({ updated_by }) => updated_by },
];

function fieldColumns(field: Field): readonly Column[] {
  const { name } = field;
  if (!isInput(field) && !isReadOnly(field)) return [];
  if (field.kind === 'CUSTOM' && field.custom === 'file') {
    return [{ name, cell: (record) => toCell(property(record[name], 'name')) }];
  }
  if (field.kind === 'CUSTOM') {
    return ['latitude_dd', 'longitude_dd'].map((part) => ({
      name: part,
      cell: (record) => toCell(property(record[name], part)),
    }));
  }
  return [{ name, cell: (record) => toCell(record[name]) }];
}

function toCell(value: unknown): CsvCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return value;
  if (!Array.isArray(value)) return String(value);
  return value.map((item: unknown) => String(property(item, 'href') ?? item)).join('; ');
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
