/** An announcement as readers get it; times are wall clock in America/Denver, `YYYY-MM-DDTHH:mm`. */
export type Announcement = {
  readonly id: string;
  /** Changes with what it says, so that news of it are shown again. */
  readonly updated_at: string;
  readonly title: string;
  readonly message: string;
  readonly severity: 'info' | 'warning';
  readonly starts_at: string | null;
  readonly ends_at: string | null;
};

/** Whether it is shown at a wall time: from its start to its end, both included; an absent one is open. */
export function isShownAt({ starts_at, ends_at }: Announcement, wallTime: string): boolean {
  return (starts_at === null || starts_at <= wallTime) && (ends_at === null || wallTime <= ends_at);
}

/** What names an announcement in the list of dismissed ones. */
export function dismissalKey({ id, updated_at }: Announcement): string {
  return `${id}@${updated_at}`;
}
