export { countOf, formatOrdinal } from '#lib/count-text.ts';

/** The subtitle of every graph with statistics, as the specification words it. */
export const normalsNote =
  '*Statistics are calculated for the NRCS 30-Year Hydroclimatic Normals period of 1991 to 2020';
