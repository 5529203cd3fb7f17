import { describeChange } from '#domain/quantity.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';

/** A record whose change over seven days is unusual, as the API has it. */
export type MoveFigures = {
  readonly loc_name: string;
  readonly parameter_ndx: number;
  readonly parameter_name: string;
  readonly units_name: string;
  readonly change: number;
  readonly smaller_years: number;
  readonly years: number;
};

export type MoveText = {
  /** `Slug Creek Divide, snow water equivalent`; of flows and storage only the site. */
  readonly name: string;
  /** `+76 cfs in 7 days` */
  readonly change: string;
  /** `a larger rise than in 41 of 44 years`; undefined without another year. */
  readonly place: string | undefined;
};

/** Parameters that a change with its unit makes clear. */
const obviousParameters: ReadonlySet<number> = new Set([
  parameterNdx.streamflow,
  parameterNdx.storage,
  parameterNdx.diversion,
]);

/** Describes an unusual change, rises compared with rises. */
export function describeMove(move: MoveFigures): MoveText {
  const { loc_name, parameter_ndx, parameter_name, units_name: unit, change, smaller_years, years } = move;
  const isDepth = parameter_ndx === parameterNdx.depthToWater;
  const isRise = isDepth ? change < 0 : change > 0;
  const parameter = obviousParameters.has(parameter_ndx) ? '' : `, ${parameter_name.toLowerCase()}`;
  return {
    name: `${loc_name}${parameter}`,
    change: describeChange(change, 7, { unit, isDepth }),
    place:
      years === 0
        ? undefined
        : `a larger ${isRise ? 'rise' : 'fall'} than in ${smaller_years} of ${countOf(years, 'year')}`,
  };
}

/** A record that is late or has flagged values, as the API has it. */
export type DoubtFigures = {
  readonly rdate: string | null;
  readonly days: number | null;
  readonly is_late: boolean;
  readonly flagged: number;
};

/** Says why a record is in doubt: `no value since 11/03/2026`, `2 values of the last 7 days failed a quality rule`. */
export function describeDoubt({ rdate, is_late, flagged }: DoubtFigures): string {
  const late = rdate === null ? 'no value yet' : `no value since ${formatUsDate(rdate)}`;
  const failed = `${countOf(flagged, 'value')} of the last 7 days failed a quality rule and ${flagged === 1 ? 'is' : 'are'} in no figure`;
  return [...(is_late ? [late] : []), ...(flagged > 0 ? [failed] : [])].join('; ');
}

/** `14 sites of the map are late.` */
export function describeLateSites(count: number): string {
  if (count === 0) return 'No site of the map is late.';
  return `${countOf(count, 'site')} of the map ${count === 1 ? 'is' : 'are'} late.`;
}
