import type { ContentRecord } from '#contract/records.ts';
import { recordStatus } from '#domain/records/status.ts';
import styles from './Chips.module.css';

const kindByStatus = {
  [recordStatus.draft]: 'draft',
  [recordStatus.published]: 'published',
  [recordStatus.updated]: 'updated',
} as const;

/** The status of a record. */
export function StatusChips({ record }: { record: ContentRecord }) {
  const { id, name } = record.content_node_statuses;
  return (
    <span className={styles.chips}>
      <Chip kind={kindByStatus[id]}>{name}</Chip>
      {!record.is_enabled && <Chip kind="disabled">Disabled</Chip>}
    </span>
  );
}

type ChipProps = { kind: 'draft' | 'published' | 'updated' | 'disabled' | 'latest'; children: string };

export function Chip({ kind, children }: ChipProps) {
  return (
    <span className={styles.chip} data-kind={kind}>
      {children}
    </span>
  );
}
