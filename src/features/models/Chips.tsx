import type { ContentRecord } from '#contract/records.ts';
import styles from './Chips.module.css';

const lookByStatus = { 1: 'draft', 2: 'published', 3: 'updated' } as const;

/** How a record stands. */
export function StatusChips({ record }: { record: ContentRecord }) {
  const { id, name } = record.content_node_statuses;
  return (
    <span className={styles.chips}>
      <Chip look={lookByStatus[id]}>{name}</Chip>
      {!record.is_enabled && <Chip look="disabled">Disabled</Chip>}
    </span>
  );
}

type ChipProps = { look: 'draft' | 'published' | 'updated' | 'disabled' | 'latest'; children: string };

export function Chip({ look, children }: ChipProps) {
  return (
    <span className={styles.chip} data-look={look}>
      {children}
    </span>
  );
}
