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

export type Term = keyof typeof terms;

export const glossaryTerms = Object.keys(terms) as readonly Term[];

/** Makes the props of a label's link to its term. */
export function glossaryLink(term: Term): { readonly href: string; readonly label: string } {
  return { href: `/documentation/glossary#${term}`, label: `What is ${terms[term]}?` };
}
