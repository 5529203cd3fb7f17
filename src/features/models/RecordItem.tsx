import { useStore } from '@nanostores/react';
import { type FileReference, isInput } from '#contract/fields.ts';
import type { Model } from '#contract/model.ts';
import type { ContentRecord } from '#contract/records.ts';
import { $lookups } from '#stores/lookups.ts';
import { PeriodChip, StatusChips } from './Chips.tsx';
import { type ColumnOptions, recordPath } from './columns.ts';
import { formatFieldValue, formatRecordTitle } from './format.ts';
import { formatShortDateTime } from './labels.ts';
import styles from './RecordItem.module.css';
import { FileLink } from './RecordView.tsx';

type Props = { model: Model; record: ContentRecord; layout: 'cards' | 'list'; columnOptions: ColumnOptions };

const maxFacts = 4;

/** A record as a card or a list entry: title, text, a few facts and its files. */
export function RecordItem({ model, record, layout, columnOptions }: Props) {
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
    <article className={styles.item} data-layout={layout}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          {columnOptions.hasLinks ? <a href={recordPath(model, record, columnOptions)}>{title}</a> : title}
        </h2>
        {columnOptions.isEditor && <StatusChips record={record} />}
        {columnOptions.isEditor && <PeriodChip model={model} record={record} />}
      </div>
      {message && <p className={styles.text}>{message}</p>}
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.foot}>
        {files.map((file) => (
          <FileLink key={file.id} record={record} file={file} />
        ))}
        <span className={styles.updated}>Updated {formatShortDateTime(record.updated_at)}</span>
      </p>
    </article>
  );
}
