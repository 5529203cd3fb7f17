/** A published announcement. Times are wall-clock times in the basin's time zone, `YYYY-MM-DDTHH:mm`. */
export type Announcement = {
  readonly id: string;
  /** Part of the dismissal key, so that a changed announcement is shown again. */
  readonly updated_at: string;
  readonly title: string;
  readonly message: string;
  readonly severity: 'info' | 'warning';
  readonly starts_at: string | null;
  readonly ends_at: string | null;
};

/** Whether an announcement is shown at a wall-clock time, from its start to its end, both inclusive; null is open. */
export function isShownAt({ starts_at, ends_at }: Announcement, wallTime: string): boolean {
  return (starts_at === null || starts_at <= wallTime) && (ends_at === null || wallTime <= ends_at);
}

/** Identifies an announcement in the list of dismissed ones. */
export function dismissalKey({ id, updated_at }: Announcement): string {
  return `${id}@${updated_at}`;
}
