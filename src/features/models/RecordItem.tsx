import { useStore } from '@nanostores/react';
import { type FileReference, isInput } from '#contract/fields.ts';
import type { ContentRecord, Model } from '#contract/records.ts';
import { $lookups } from '#stores/lookups.ts';
import { StatusChips } from './Chips.tsx';
import type { ColumnsFor } from './columns.ts';
import { shownValue, titleOf } from './format.ts';
import styles from './RecordItem.module.css';
import { FileLink } from './RecordView.tsx';
import { shortDateTime } from './words.ts';

type Props = { model: Model; record: ContentRecord; layout: 'cards' | 'list'; looks: ColumnsFor };

const mostFacts = 4;

/** A record as a card or as an entry of a list: title, text, a few facts, its file. */
export function RecordItem({ model, record, layout, looks }: Props) {
  const lookups = useStore($lookups);
  const inputs = model.fields.filter(isInput);
  const titleField = inputs.find(({ name }) => name === model.titleField);
  const title = titleOf(model, record, lookups);
  const text = inputs.find(({ kind }) => kind === 'MULTILINE_TEXT');
  const facts = inputs
    .filter((field) => field !== titleField && field !== text && model.columns.includes(field.name))
    .filter((field) => !(field.kind === 'CUSTOM' && field.custom === 'file'))
    .map((field) => ({ label: field.label, value: shownValue(field, record[field.name], lookups) }))
    .filter(({ value }) => value !== '')
    .slice(0, mostFacts);
  const files = inputs.flatMap((field) =>
    field.kind === 'CUSTOM' && field.custom === 'file' && record[field.name]
      ? [record[field.name] as FileReference]
      : [],
  );
  const message = text && shownValue(text, record[text.name], lookups);
  return (
    <article className={styles.item} data-layout={layout}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          {looks.hasLinks ? <a href={`/models/${model.name}/${record.id}`}>{title}</a> : title}
        </h2>
        {looks.isEditor && <StatusChips record={record} />}
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
        <span className={styles.updated}>Updated {shortDateTime(record.updated_at)}</span>
      </p>
    </article>
  );
}
