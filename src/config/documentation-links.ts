/** The glossary entries that screens link to, by anchor; a test compares them with the headings. */
const terms = {
  huc8: 'HUC8',
  series: 'series',
  'percent-of-median-for-the-date': 'percent of median for the date',
  'percent-of-median-peak': 'percent of median peak',
  'period-of-record': 'period of record',
  'water-year': 'water year',
  'depth-to-water': 'depth to water',
  provisional: 'provisional',
  'normal-period': 'normal period',
  late: 'late',
  exceedance: 'exceedance',
  'leave-one-out': 'leave-one-out',
  'brier-skill': 'Brier skill',
} as const;

type Term = keyof typeof terms;

export const glossaryTerms = Object.keys(terms) as readonly Term[];

/** Makes the props of a label's link to its term. */
export function glossaryLink(term: Term): { readonly href: string; readonly label: string } {
  return { href: `/documentation/glossary#${term}`, label: `What is ${terms[term]}?` };
}

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
  'carry-over',
  'what-it-takes-to-fill',
  'analog-years',
] as const;
export type ComputationSection = (typeof computationSections)[number];

/** The page, and a section of it. */
export function computationLink(section: ComputationSection): string {
  return `/documentation/how-the-numbers-are-computed#${section}`;
}
