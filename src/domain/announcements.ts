/** An announcement in its period, as visitors get it. */
export type Announcement = {
  readonly id: string;
  /** Part of the dismissal key, so that a changed announcement is shown again. */
  readonly updated_at: string;
  readonly title: string;
  readonly message: string;
  readonly severity: 'info' | 'warning';
};

/** Identifies an announcement in the list of dismissed ones. */
export function dismissalKey({ id, updated_at }: Announcement): string {
  return `${id}@${updated_at}`;
}

export function severityName({ severity }: Announcement): string {
  return severity === 'warning' ? 'Warning' : 'Information';
}
