import type { FindingAnswer } from '#contract/finding.ts';
import { parseTypedNumber } from '#lib/typed-number.ts';
import type { AlertMeasure, AlertTerms } from '../contract.ts';
import { describeTermsFault, measuresOf, type RecordFacts } from './terms.ts';

/** A rule as it is entered: numbers are what was typed. Of a change, the level is how much, whichever way. */
export type RuleDraft = {
  readonly kind: AlertTerms['kind'];
  readonly parameter: number;
  readonly measure: AlertMeasure;
  readonly direction: 'above' | 'below';
  readonly level: string;
  readonly clear: string;
  readonly intervals: string;
  readonly name: string;
};

export type DraftFaults = Partial<Record<'measure' | 'level' | 'clear' | 'intervals', string>>;

/** What a rule needs to know of a record, of what is said of it. */
export function factsOf({ parameter_ndx, capacity, of }: FindingAnswer): RecordFacts {
  return { parameter_ndx, capacity, hasNormals: of !== null };
}

/** The rule with which the form of a record begins: that which is asked for first. */
export function firstDraft(record: FindingAnswer): RuleDraft {
  const measures = measuresOf(factsOf(record));
  const measure = (['percent_of_capacity', 'percentile'] as const).find((each) => measures.includes(each));
  return {
    kind: 'level',
    parameter: record.parameter_ndx,
    measure: measure ?? 'value',
    direction: 'below',
    level: measure === undefined ? '' : measure === 'percentile' ? '10' : '30',
    clear: '',
    intervals: '3',
    name: '',
  };
}

/** The draft that changes a rule. */
export function draftOf(terms: AlertTerms, name: string | null): RuleDraft {
  const common = { parameter: terms.parameter_ndx, name: name ?? '' };
  if (terms.kind === 'silence') {
    const level = { measure: 'value', direction: 'below', level: '', clear: '' } as const;
    return { ...common, ...level, kind: terms.kind, intervals: String(terms.intervals) };
  }
  const { kind, measure, direction, level, clear_level: clear } = terms;
  const textOf = (value: number) => String(isChange(measure) ? Math.abs(value) : value);
  return {
    ...{ ...common, kind, measure, direction, intervals: '3' },
    level: textOf(level),
    clear: clear === null || clear === undefined ? '' : textOf(clear),
  };
}

export function isChange(measure: AlertMeasure): boolean {
  return measure === 'change_in_day' || measure === 'change_in_week';
}

/** The terms that a draft says, or what is wrong with it, by field. */
export function termsOf(
  draft: RuleDraft,
  record: Pick<FindingAnswer, 'loc_ndx' | 'parameter_ndx' | 'capacity' | 'of'>,
): { readonly terms: AlertTerms } | { readonly faults: DraftFaults } {
  const { kind, measure, direction } = draft;
  const key = { loc_ndx: record.loc_ndx, parameter_ndx: record.parameter_ndx };
  if (kind === 'silence') {
    const intervals = parseTypedNumber(draft.intervals);
    const isCount =
      intervals !== undefined && Number.isInteger(intervals) && intervals >= 2 && intervals <= 100;
    return isCount
      ? { terms: { kind, ...key, intervals } }
      : { faults: { intervals: 'Enter a whole number from 2 to 100.' } };
  }
  const sign = isChange(measure) && direction === 'below' ? -1 : 1;
  const level = parseTypedNumber(draft.level);
  if (level === undefined || Math.abs(level) > 1e9) return { faults: { level: 'Enter a number.' } };
  const typedClear = draft.clear.trim();
  const clear = parseTypedNumber(typedClear);
  if (typedClear !== '' && (clear === undefined || Math.abs(clear) > 1e9))
    return { faults: { clear: 'Enter a number, or nothing.' } };
  if (isChange(measure) && level <= 0) return { faults: { level: 'Enter a number above 0.' } };
  const terms: AlertTerms = {
    ...{ kind, ...key, measure, direction },
    level: sign * level + 0,
    ...(typedClear !== '' && clear !== undefined && { clear_level: sign * clear + 0 }),
  };
  const { capacity, of } = record;
  const fault = describeTermsFault(terms, { ...key, capacity, hasNormals: of !== null });
  if (!fault) return { terms };
  return { faults: { [fault.field === 'clear_level' ? 'clear' : fault.field]: fault.message } };
}
