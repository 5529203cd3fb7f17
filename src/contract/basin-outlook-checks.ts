import { parameterNdx } from '#domain/vocabulary.ts';
import { parseDay } from '#lib/calendar.ts';
import type { Basin } from './basin.ts';
import { type BasinIssue, type BasinPath, findDuplicates } from './basin-duplicates.ts';
import type { BasinOutlook } from './basin-outlook.ts';
import {
  findParameter,
  findSeriesIssue,
  findSiteListIssues,
  findUnknownParameter,
} from './basin-record-checks.ts';
import { parametersOf } from './basin-vocabulary.ts';

type Point = BasinOutlook['points'][number];
type FillGroup = NonNullable<BasinOutlook['fill']>[number];

/** Finds records and points that are not in the file, records that cannot be forecast or filled, and wrong periods. */
export function* findOutlookIssues(basin: Basin): Generator<BasinIssue> {
  const { points = [], fill = [] } = basin.outlook ?? {};
  yield* findDuplicates(points, ({ id }) => id, ['outlook', 'points'], 'id');
  for (const [at, point] of points.entries()) yield* findPointIssues(basin, point, ['outlook', 'points', at]);
  yield* findDuplicates(fill, ({ id }) => id, ['outlook', 'fill'], 'id');
  const known = new Set(points.map(({ id }) => id));
  for (const [at, group] of fill.entries()) {
    const path = ['outlook', 'fill', at];
    if (!known.has(group.point)) {
      yield { path: [...path, 'point'], message: `"${group.point}" is not the id of a point` };
    }
    yield* findFillIssues(basin, group, path);
  }
}

function* findPointIssues(basin: Basin, point: Point, path: BasinPath): Generator<BasinIssue> {
  const { flow, official } = point;
  yield* findUnitIssues(basin, flow.parameter, [...path, 'flow', 'parameter'], ['an outlook', 'cfs']);
  if (findParameter(basin, flow.parameter)) {
    yield* findSeriesIssue(basin, flow.site, flow.parameter, [...path, 'flow', 'site']);
  }
  yield* findPeriodIssues(point, path);
  yield* findPredictorIssues(basin, point, path);
  if (official !== undefined && !basin.sites.some(({ id }) => id === official)) {
    yield { path: [...path, 'official'], message: `"${official}" is not the id of a site` };
  }
}

function* findPeriodIssues({ period, winter }: Point, path: BasinPath): Generator<BasinIssue> {
  for (const [name, days] of Object.entries({ period, winter })) {
    for (const [end, day] of Object.entries(days ?? {})) {
      if (parseDay(`2001-${day}`) === undefined) {
        yield { path: [...path, name, end], message: `${day} is not a day of every year` };
      }
    }
  }
  if (period.from > period.to) {
    yield {
      path: [...path, 'period', 'to'],
      message: `the period must end after ${period.from}, in the same calendar year`,
    };
  }
  if (winter && winter.to >= period.from) {
    yield {
      path: [...path, 'winter', 'to'],
      message: `winter must end before the period begins on ${period.from}`,
    };
  }
}

function* findPredictorIssues(basin: Basin, { predictors }: Point, path: BasinPath): Generator<BasinIssue> {
  const swe = parametersOf(basin).find(({ ndx }) => ndx === parameterNdx.swe)?.name ?? '';
  const listed = new Set<string>();
  yield* findDuplicates(predictors, ({ label }) => label, [...path, 'predictors'], 'label');
  for (const [at, { parameter, sites }] of predictors.entries()) {
    const groupPath = [...path, 'predictors', at];
    if (parameter !== swe) {
      yield { path: [...groupPath, 'parameter'], message: `a predictor needs ${swe}` };
      continue;
    }
    yield* findSiteListIssues(basin, sites, parameter, [...groupPath, 'sites']);
    for (const [place, id] of sites.entries()) {
      if (!listed.has(id)) continue;
      yield { path: [...groupPath, 'sites', place], message: `"${id}" is in an earlier group` };
    }
    for (const id of sites) listed.add(id);
  }
}

function* findFillIssues(
  basin: Basin,
  { parameter, sites }: FillGroup,
  path: BasinPath,
): Generator<BasinIssue> {
  yield* findUnitIssues(basin, parameter, [...path, 'parameter'], ['a fill', 'AF']);
  if (!findParameter(basin, parameter)) return;
  yield* findSiteListIssues(basin, sites, parameter, [...path, 'sites']);
  for (const [at, id] of sites.entries()) {
    const site = basin.sites.find((each) => each.id === id);
    if (!site || site.capacity_af !== undefined) continue;
    yield { path: [...path, 'sites', at], message: `site ${id} has no capacity_af` };
  }
}

/** `[one, units]`: what needs a parameter, and the units that it needs. */
function* findUnitIssues(
  basin: Basin,
  name: string,
  path: BasinPath,
  [one, units]: readonly [string, string],
): Generator<BasinIssue> {
  yield* findUnknownParameter(basin, name, path);
  const parameter = findParameter(basin, name);
  if (!parameter || parameter.units === units) return;
  yield { path: [...path], message: `${one} needs values in ${units}; ${name} is in ${parameter.units}` };
}
