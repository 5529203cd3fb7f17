/** The sections of the page about formulas that screens link to, by anchor; a test compares them with the headings. */
export const computationSections = [
  'statistics-of-a-day',
  'monthly-statistics-of-wells',
  'where-a-value-stands',
  'volumes',
  'reach-gains',
  'snow',
  'the-brief-of-a-day',
  'supply-outlook',
  'what-it-takes-to-fill',
] as const;
export type ComputationSection = (typeof computationSections)[number];

/** The page, and a section of it. */
export function computationLink(section: ComputationSection): string {
  return `/documentation/how-the-numbers-are-computed#${section}`;
}
