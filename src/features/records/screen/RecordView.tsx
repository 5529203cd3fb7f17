import { useStore } from '@nanostores/react';
import { Fragment } from 'react';
import {
  type Field,
  type FileReference,
  type InputField,
  isInput,
  isReadOnly,
  type LayoutField,
  type ReadOnlyField,
  RecordLink,
} from '#contract/records/fields.ts';
import type { Model } from '#contract/records/model.ts';
import type { ContentRecord } from '#contract/records/records.ts';
import { Card, Grid, Row } from '#kits/ui/index.ts';
import { $lookups } from '#stores/lookups.ts';
import { CoordinatesMap } from './CoordinatesField.tsx';
import { FileLink } from './file-downloads.tsx';
import { type TypedCoordinates, toFormValues } from './form-values.ts';
import { formatFieldValue } from './format.ts';
import styles from './RecordPage.module.css';

/** Shows the fields of a record. */
export function RecordView({ model, record }: { model: Model; record: ContentRecord }) {
  return (
    <Card data-roomy gap={3} className={`stack readable ${styles.record}`}>
      {groupsOf(model.fields).map(({ before, fields }) => (
        <Fragment key={before?.name ?? 'first'}>
          {before?.kind === 'SECTION_HEADER' && <h2>{before.label}</h2>}
          {before?.kind === 'DIVIDER' && <hr className="full-width" />}
          {fields.length > 0 && (
            <Grid as="dl" gap="3 5" data-columns="wide" data-fill>
              {fields.map((field) => (
                <div key={field.name} className={styles.field}>
                  <dt className="label">{field.label}</dt>
                  <dd>
                    {isReadOnly(field) ? (
                      <List value={record[field.name]} />
                    ) : (
                      <Value field={field} record={record} />
                    )}
                  </dd>
                </div>
              ))}
            </Grid>
          )}
        </Fragment>
      ))}
    </Card>
  );
}

type Group = { before: LayoutField | undefined; fields: (InputField | ReadOnlyField)[] };

/** Groups the fields by the headings and lines between them. */
function groupsOf(fields: readonly Field[]): readonly Group[] {
  const groups: Group[] = [{ before: undefined, fields: [] }];
  for (const field of fields) {
    if (isInput(field) || isReadOnly(field)) groups.at(-1)?.fields.push(field);
    else groups.push({ before: field, fields: [] });
  }
  return groups;
}

const none = <span className="muted">—</span>;

function Value({ field, record }: { field: InputField; record: ContentRecord }) {
  const lookups = useStore($lookups);
  const value = record[field.name];
  const text = formatFieldValue(field, value, lookups);
  if (text === '') return none;
  if (field.kind === 'EMAIL')
    return <a href={`mailto:${encodeURIComponent(text).replace('%40', '@')}`}>{text}</a>;
  if (field.kind === 'TEXT' && field.format === 'url') {
    return (
      <a href={httpAddress(text)} target="_blank" rel="noopener">
        {text}
      </a>
    );
  }
  if (field.kind === 'CUSTOM' && field.custom === 'file') {
    return <FileLink record={record} file={value as FileReference} />;
  }
  if (field.kind === 'CUSTOM') {
    const typed = toFormValues([field], { [field.name]: value })[field.name] as TypedCoordinates;
    return (
      <>
        {text}
        <CoordinatesMap value={typed} label={`${field.label} on a map`} />
      </>
    );
  }
  return <>{text}</>;
}

/** Older records may contain unchecked text: only web addresses become links. */
function httpAddress(text: string): string | undefined {
  return /^https?:\/\//i.test(text) ? text : undefined;
}

function List({ value }: { value: unknown }) {
  if (!Array.isArray(value) || value.length === 0) return none;
  return (
    <Row as="ul" gap="1 4">
      {value.map((item: unknown) => {
        const link = RecordLink.safeParse(item);
        const text = link.success ? link.data.label : String(item);
        return <li key={text}>{link.success ? <a href={link.data.href}>{text}</a> : text}</li>;
      })}
    </Row>
  );
}
