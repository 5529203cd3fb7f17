import type { Model } from '#contract/records/model.ts';
import type { ContentRecord } from '#contract/records/records.ts';
import { recordStatus } from '#domain/records/versions.ts';
import { Row } from '#kits/ui/index.ts';
import { describePeriod } from './format.ts';
import styles from './RecordPage.module.css';

const kindByStatus = {
  [recordStatus.draft]: 'draft',
  [recordStatus.published]: 'published',
  [recordStatus.updated]: 'updated',
} as const;

/** The status of a record. */
export function StatusChips({ record }: { record: ContentRecord }) {
  const { id, name } = record.content_node_statuses;
  return (
    <Row as="span" gap={1}>
      <Chip kind={kindByStatus[id]}>{name}</Chip>
      {!record.is_enabled && <Chip kind="disabled">Disabled</Chip>}
    </Row>
  );
}

/** Whether a record with a period is shown, for editors. */
export function PeriodChip({ model, record }: { model: Model; record: ContentRecord }) {
  const text = describePeriod(model, record, new Date());
  return text && <Chip kind="period">{text}</Chip>;
}

type ChipProps = {
  kind: 'draft' | 'published' | 'updated' | 'disabled' | 'latest' | 'period';
  children: string;
};

/** In whose colors a kind is drawn; the others have none. */
const severities: Partial<Record<ChipProps['kind'], string>> = {
  published: 'success',
  updated: 'warning',
  latest: 'info',
  disabled: 'error',
};

export function Chip({ kind, children }: ChipProps) {
  return (
    <span className={`label chip ${styles.chip} surface`} data-kind={kind} data-severity={severities[kind]}>
      {children}
    </span>
  );
}
