import { useStore } from '@nanostores/react';
import { LayoutGrid, List as ListIcon, type LucideIcon, Table } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { type FileReference, isInput } from '#contract/records/fields.ts';
import type { Model, RecordView } from '#contract/records/model.ts';
import type { ContentRecord } from '#contract/records/records.ts';
import { TableView } from '#kits/table/index.ts';
import { Button, Row } from '#kits/ui/index.ts';
import { basinTimeZone } from '#lib/basin-clock.ts';
import { formatExportedAt, formatMoment } from '#lib/calendar-text.ts';
import { $lookups } from '#stores/lookups.ts';
import { toQueryRows } from '#stores/queries.ts';
import { PeriodChip, StatusChips } from './Chips.tsx';
import { type ColumnOptions, recordPath } from './columns.ts';
import { FileLink } from './file-downloads.tsx';
import { formatFieldValue, formatRecordTitle } from './format.ts';
import type { ListScreen } from './list-screen.ts';
import styles from './ModelsScreen.module.css';

type Props = {
  screen: ListScreen;
  title: string;
  empty: ReactNode;
};

const icons: Record<RecordView, LucideIcon> = { TABLE: Table, CARD: LayoutGrid, LIST: ListIcon };
const names: Record<RecordView, string> = { TABLE: 'Table', CARD: 'Cards', LIST: 'List' };

/** Shows records as a table, cards or a list; search, filters and pages work the same in all three views. */
export function RecordList({ screen, title, empty }: Props) {
  const { model, columnOptions } = screen;
  const columns = useStore(screen.$columns);
  const view = useStore(screen.$view);
  const state = useStore(screen.records.$state);
  const data = useMemo(
    () => toQueryRows(screen.records, state, (records) => records, title),
    [state, title, screen],
  );
  const layout = view === 'CARD' ? 'cards' : 'list';
  const items = useMemo(
    () =>
      view === 'TABLE'
        ? undefined
        : ({
            layout,
            keyOf: (record: ContentRecord) => record.id,
            render: (record: ContentRecord) => (
              <RecordItem model={model} record={record} layout={layout} columnOptions={columnOptions} />
            ),
          } as const),
    [view, layout, model, columnOptions],
  );
  return (
    <TableView
      caption={title}
      columns={columns}
      data={data}
      $table={screen.$table}
      noun={{ one: model.singular, many: model.plural }}
      empty={empty}
      items={items}
      tools={
        <fieldset className={`inline-row ${styles.views}`}>
          <legend className="visually-hidden">View</legend>
          {model.views.map((each) => {
            const Icon = icons[each];
            return (
              <Button
                key={each}
                variant="quiet"
                icon
                aria-pressed={view === each}
                aria-label={names[each]}
                title={names[each]}
                onClick={() => screen.setView(each)}
              >
                <Icon size={18} aria-hidden="true" />
              </Button>
            );
          })}
        </fieldset>
      }
      csv={{
        title,
        comment: () => [title, `Days are calendar days in ${basinTimeZone()}.`, formatExportedAt(new Date())],
      }}
    />
  );
}

type RecordItemProps = {
  model: Model;
  record: ContentRecord;
  layout: 'cards' | 'list';
  columnOptions: ColumnOptions;
};

const maxFacts = 4;

/** A record as a card or a list entry: title, text, a few facts and its files. */
function RecordItem({ model, record, layout, columnOptions }: RecordItemProps) {
  const lookups = useStore($lookups);
  const inputs = model.fields.filter(isInput);
  const titleField = inputs.find(({ name }) => name === model.titleField);
  const title = formatRecordTitle(model, record, lookups);
  const text = inputs.find(({ kind }) => kind === 'MULTILINE_TEXT');
  const facts = inputs
    .filter((field) => field !== titleField && field !== text && model.columns.includes(field.name))
    .filter((field) => !(field.kind === 'CUSTOM' && field.custom === 'file'))
    .map((field) => ({ label: field.label, value: formatFieldValue(field, record[field.name], lookups) }))
    .filter(({ value }) => value !== '')
    .slice(0, maxFacts);
  const files = inputs.flatMap((field) =>
    field.kind === 'CUSTOM' && field.custom === 'file' && record[field.name]
      ? [record[field.name] as FileReference]
      : [],
  );
  const message = text && formatFieldValue(text, record[text.name], lookups);
  return (
    <article className={`column shrinks ${layout === 'cards' ? 'frame ' : ''}pad-4`} data-gap={2}>
      <Row gap="1 3" data-spread data-align="start">
        <h2 className="text-md anywhere">
          <a href={recordPath(model, record, columnOptions)}>{title}</a>
        </h2>
        {columnOptions.isEditor && <StatusChips record={record} />}
        {columnOptions.isEditor && <PeriodChip model={model} record={record} />}
      </Row>
      {message && <p className={`${styles.text} anywhere pre-line clip`}>{message}</p>}
      {facts.length > 0 && (
        <Row as="dl" gap="1 5" className="text-sm anywhere">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt className="quiet-xs">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Row>
      )}
      <Row as="p" gap={2} data-spread className={`text-sm ${styles.foot}`}>
        {files.map((file) => (
          <FileLink key={file.id} record={record} file={file} />
        ))}
        <span className="muted text-xs">Updated {formatMoment(record.updated_at)}</span>
      </Row>
    </article>
  );
}
