/** Draft: hidden from visitors. Published: visible. Updated: published, with saved but unpublished changes. */
export const recordStatus = { draft: 1, published: 2, updated: 3 } as const;

export type RecordStatus = (typeof recordStatus)[keyof typeof recordStatus];

const statusNames: Record<RecordStatus, string> = { 1: 'Draft', 2: 'Published', 3: 'Updated' };

export function statusName(status: RecordStatus): string {
  return statusNames[status];
}

/** Whether visitors see a main record: it has published content and is enabled. */
export function isVisible(record: {
  readonly status_id: RecordStatus;
  readonly is_enabled: boolean;
}): boolean {
  return record.status_id !== recordStatus.draft && record.is_enabled;
}
