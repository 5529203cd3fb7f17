import type { DailySeries } from '#contract/daily-data.ts';
import { earliestDay, latestDay } from '#lib/calendar.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { badInput } from '#server/http/problems.ts';
import {
  type DailyGroup,
  type DailyParameter,
  type DailyRows,
  firstDay,
  type KnownPeriod,
  lastDay,
  type PrepareRows,
  readDownload,
  toDailySeries,
} from '../../../time-series/server/index.ts';
import { derivedLabel, derivedNote, describeDerived, toDerivedDaily } from '../../files.ts';
import { type DerivedSeries, type Operand, operandOf, readDerived } from '../../rules/definitions.ts';
import { type Computable, type Derived, deriveSeries, noValues, widenPeriod } from '../../rules/derive.ts';

type GroupedSite = DailyGroup['sites'][number];

/** The sites of the groups by operand: `l1` is the first of `site`, `r1` of `second_site`. */
function sitesByOperand(groups: readonly DailyGroup[]) {
  return new Map(
    groups.flatMap(({ parameter, sites }, at) =>
      sites.map((site, index): [Operand, { parameter: DailyParameter; site: GroupedSite }] => [
        operandOf(at === 0 ? 'left' : 'right', index + 1),
        { parameter, site },
      ]),
    ),
  );
}

/** Computes series over the groups' sites, of which `seriesOf` gives the values. */
function derive(
  definitions: readonly DerivedSeries[],
  groups: readonly DailyGroup[],
  period: { readonly start: string; readonly end: string },
  seriesOf: (parameter: DailyParameter, site: GroupedSite) => DailySeries | undefined,
): readonly Derived[] {
  const places = sitesByOperand(groups);
  const nameOf = (operand: Operand) => {
    const place = places.get(operand);
    if (!place) return operand;
    const isTwice = groups.every(({ sites }) => sites.some(({ loc_ndx }) => loc_ndx === place.site.loc_ndx));
    const { loc_name } = place.site;
    return isTwice && groups.length > 1 ? `${loc_name} (${place.parameter.parameter_name})` : loc_name;
  };
  const recordOf = (operand: Operand): Computable | undefined => {
    const place = places.get(operand);
    return (
      place && {
        name: nameOf(operand),
        unit: place.parameter.units_name,
        values: seriesOf(place.parameter, place.site) ?? noValues,
      }
    );
  };
  return deriveSeries(definitions, recordOf, nameOf, period);
}

/**
 * Reads the `derived` parameters of an address.
 * @throws HttpProblem 400 for one that cannot be read, or be computed from these sites
 */
function parseDefinitions(texts: readonly string[], groups: readonly DailyGroup[]): readonly DerivedSeries[] {
  const { derived, refused } = readDerived(texts);
  const faults = derive(derived, groups, { start: earliestDay, end: latestDay }, () => undefined).flatMap(
    ({ definition: { name }, fault }) => (fault === undefined ? [] : [`“${name}”: ${fault}`]),
  );
  const [fault] = [...refused, ...faults];
  if (fault !== undefined) throw badInput('query.derived', fault);
  return derived;
}

/** Reads what the series are computed from, somewhat more than the period, and computes them. */
async function readDerivedRows(
  from: Queryable,
  groups: readonly DailyGroup[],
  definitions: readonly DerivedSeries[],
  { start, end, asOf }: KnownPeriod,
  signal: AbortSignal,
): Promise<{ readonly derived: readonly Derived[]; readonly rows: readonly DailyRows[] }> {
  const period = { start: start === firstDay ? earliestDay : start, end: end === lastDay ? latestDay : end };
  const days = { ...widenPeriod(period, definitions), asOf };
  const used = new Set(definitions.flatMap(({ operands }) => operands));
  const found = new Map<string, DailySeries>();
  for (const [operand, { parameter, site }] of sitesByOperand(groups)) {
    if (!used.has(operand)) continue;
    const query = { parameter: parameter.parameter_ndx, locations: [site.loc_ndx], ...days };
    const { series } = await readDownload({ from, query, heads: { parameter, sites: [] } }, signal);
    for (const each of series.map(toDailySeries(parameter)))
      found.set(`${parameter.parameter_ndx} ${each.loc_ndx}`, each);
  }
  const derived = derive(definitions, groups, period, (parameter, site) =>
    found.get(`${parameter.parameter_ndx} ${site.loc_ndx}`),
  );
  return { derived, rows: derived.flatMap(toRows) };
}

/** The series of `derived` parameters. */
export default ((texts, groups) => {
  const definitions = parseDefinitions(texts, groups);
  return async (from, period, signal) => {
    const { derived, rows } = await readDerivedRows(from, groups, definitions, period, signal);
    return { remarks: [...derived.map(describeDerived), ...(derived.length > 0 ? [derivedNote] : [])], rows };
  };
}) satisfies PrepareRows;

function toRows(derived: Derived): DailyRows[] {
  if (derived.fault !== undefined) return [];
  const { units_name, dates, values, approval, ...daily } = toDerivedDaily(derived.at, derived);
  const isEmpty = dates.length === 0;
  return [
    {
      parameter: { parameter_ndx: 0, parameter_name: derivedLabel, units_name },
      series: [
        {
          ...daily,
          count: dates.length + daily.flagged.length,
          dates: isEmpty ? null : dates.join(','),
          values: isEmpty ? null : values.join(','),
          approval: isEmpty ? null : approval,
        },
      ],
    },
  ];
}
