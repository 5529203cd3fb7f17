import { parameterNdx, parametersWithoutRatio } from '#domain/vocabulary.ts';
import { type AlertMeasure, type AlertTerms, alertMeasures, type LevelTerms } from '../contract.ts';

/** What a rule needs to know of its record. */
export type RecordFacts = {
  readonly parameter_ndx: number;
  /** In the unit of the record. */
  readonly capacity: number | null;
  /** Whether the dates of its values have statistics of ten years. */
  readonly hasNormals: boolean;
};

/** The measures that rules of a record can have. */
export function measuresOf({ parameter_ndx, capacity, hasNormals }: RecordFacts): AlertMeasure[] {
  return alertMeasures.filter((measure) => {
    if (measure === 'percentile') return hasNormals;
    if (measure === 'percent_of_median') return hasNormals && !parametersWithoutRatio.has(parameter_ndx);
    if (measure === 'percent_of_capacity') return parameter_ndx === parameterNdx.storage && capacity !== null;
    return true;
  });
}

/** Says which field of a rule cannot be as it is, and why; undefined if all can. */
export function describeTermsFault(
  terms: AlertTerms,
  facts: RecordFacts,
): { readonly field: 'measure' | 'level' | 'clear_level'; readonly message: string } | undefined {
  if (terms.kind === 'silence') return undefined;
  const { measure, direction, level, clear_level } = terms;
  if (!measuresOf(facts).includes(measure)) return { field: 'measure', message: missing(measure, facts) };
  const message = describeLevelFault(terms);
  if (message !== undefined) return { field: 'level', message };
  if (clear_level === null || clear_level === undefined) return undefined;
  const isInside = direction === 'below' ? clear_level >= level : clear_level <= level;
  return isInside
    ? undefined
    : {
        field: 'clear_level',
        message: `It clears ${direction === 'below' ? 'above' : 'below'} its level: enter ${level} or ${direction === 'below' ? 'more' : 'less'}.`,
      };
}

function missing(measure: AlertMeasure, { parameter_ndx }: RecordFacts): string {
  if (measure === 'percent_of_capacity') return 'The capacity of this site is not known.';
  if (measure === 'percent_of_median' && parametersWithoutRatio.has(parameter_ndx))
    return 'A percentage of this parameter means nothing.';
  return 'This record has too few years: statistics of a date need 10 of 1991–2020.';
}

function describeLevelFault({ measure, direction, level }: LevelTerms): string | undefined {
  if (!Number.isFinite(level)) return 'Enter a number.';
  if (measure === 'percentile' && (level < 1 || level > 99)) return 'Enter a percentile from 1 to 99.';
  if (measure.startsWith('percent_of') && (level < 0 || level > 1000))
    return 'Enter a percentage from 0 to 1,000.';
  if (measure.startsWith('change_in') && (direction === 'above' ? level <= 0 : level >= 0))
    return direction === 'above' ? 'A rise is a number above 0.' : 'A fall is a number below 0.';
  return undefined;
}
