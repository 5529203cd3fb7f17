import { publicEnvironment } from '#config/environment.ts';
import { downloadFile } from '#contract/files.ts';
import { type FileReference, type InputField, isInput, isReadOnly } from '#contract/records/fields.ts';
import type { Model } from '#contract/records/model.ts';
import type { ContentRecord } from '#contract/records/records.ts';
import { toRequestPath } from '#contract/request.ts';
import type { Column } from '#kits/table/index.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { formatMoment } from '#lib/calendar-text.ts';
import { among, dateColumn, numberColumn, textColumn } from '#lib/table/columns.ts';
import {
  authorName,
  describePeriod,
  describeStatus,
  formatFieldValue,
  formatRecordTitle,
  type Lookups,
} from './format.ts';

export type ColumnOptions = {
  /** Whether to show the status and the author. */
  readonly isEditor: boolean;
  /** Where the page of a record is, before its id; `/models/{model}` if not given. */
  readonly path?: string;
};

/** The address of a record’s page. */
export function recordPath(model: Model, { id }: ContentRecord, { path }: ColumnOptions): string {
  return `${path ?? `/models/${model.name}`}/${id}`;
}

/** Creates the columns of a model's table: its fields, the status (for editors) and the last update. */
export function columnsOf(
  model: Model,
  lookups: Lookups,
  columnOptions: ColumnOptions,
): readonly Column<ContentRecord>[] {
  const { isEditor } = columnOptions;
  const own = model.columns.flatMap((name): Column<ContentRecord>[] => {
    const field = model.fields.find((each) => each.name === name);
    if (!field) return [];
    if (isReadOnly(field)) return [listColumn(field.name, field.label)];
    if (!isInput(field)) return [];
    if (name !== model.titleField) return [fieldColumn(field, lookups)];
    const title = (record: ContentRecord) => formatRecordTitle(model, record, lookups);
    return [
      textColumn(name, field.label, title, {
        link: (record) => ({ href: recordPath(model, record, columnOptions), label: title(record) }),
      }),
    ];
  });
  const status = textColumn<ContentRecord>('status', 'Status', describeStatus, among);
  const period = textColumn<ContentRecord>(
    'period',
    'Shown',
    (record) => describePeriod(model, record, new Date()) ?? null,
  );
  return [
    ...own,
    ...(isEditor ? [status] : []),
    ...(isEditor && model.period ? [period] : []),
    dateColumn('updated_at', 'Updated', (record) => todayInBasin(new Date(record.updated_at)), {
      sortKey: (record) => record.updated_at,
      ...(isEditor && { note: (record: ContentRecord) => updatedNote(record) }),
    }),
  ];
}

function updatedNote({ updated_at, updated_by }: ContentRecord): string {
  return `${formatMoment(updated_at)} by ${authorName(updated_by, undefined)}`;
}

function listColumn(name: string, header: string): Column<ContentRecord> {
  return textColumn(name, header, (record) => {
    const list = record[name];
    return Array.isArray(list) ? list.join(', ') : null;
  });
}

function fieldColumn(field: InputField, lookups: Lookups): Column<ContentRecord> {
  const { name, label: header } = field;
  const column = {
    id: name,
    header,
    kind: 'text' as const,
    value: (record: ContentRecord) => {
      const value = record[name];
      return value === null || value === undefined ? null : formatFieldValue(field, value, lookups);
    },
  };
  switch (field.kind) {
    case 'NUMBER':
      return numberColumn(
        name,
        header,
        (record) => (typeof record[name] === 'number' ? record[name] : null),
        field.unit === undefined ? {} : { unit: field.unit },
      );
    case 'DATE':
      return dateColumn(name, header, (record) => (typeof record[name] === 'string' ? record[name] : null));
    case 'DROPDOWN':
      return { ...column, filter: 'among' };
    case 'CUSTOM':
      if (field.custom !== 'file') return column;
      return { ...column, link: (record) => publicFileLink(record, record[name]) };
    case 'TIME':
    case 'DATETIME':
      return { ...column, sortKey: (record) => String(record[name] ?? '') };
    default:
      return column;
  }
}

/** Links to a file of published content. Files of drafts need a token, so they are downloaded by `DraftFile`. */
export function publicFileLink(record: ContentRecord, file: unknown) {
  if (!file || !record.is_published || !record.is_enabled) return undefined;
  const { id, name } = file as FileReference;
  return { href: fileUrl(id), label: `Download ${name}` };
}

export function fileUrl(id: string): string {
  return publicEnvironment.PUBLIC_API_ORIGIN + toRequestPath(downloadFile.path, { id });
}
