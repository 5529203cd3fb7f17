/** A fill of `day-links`. */
export type DayLink = {
  readonly label: string;
  /** The path of a page about a day, `YYYY-MM-DD`; without one about today. */
  readonly pathOf: (day: string | undefined) => string;
};

/** What leads from the page about a day, Today, to more about it. */
export const dayLinks: readonly DayLink[] = Object.values(
  import.meta.glob<DayLink>('../features/*/fills/day-links.ts', { eager: true, import: 'default' }),
);
