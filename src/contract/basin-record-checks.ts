import type { Parameter } from '#domain/vocabulary.ts';
import type { Basin } from './basin.ts';
import { type BasinIssue, type BasinPath, findDuplicates } from './basin-duplicates.ts';
import { parametersOf } from './basin-vocabulary.ts';

/** Finds sites of a list that are listed twice, not in the file, or without a series of the parameter. */
export function* findSiteListIssues(
  basin: Basin,
  sites: readonly string[],
  parameter: string,
  path: BasinPath,
): Generator<BasinIssue> {
  yield* findDuplicates(sites, (id) => id, path);
  for (const [at, id] of sites.entries()) yield* findSeriesIssue(basin, id, parameter, [...path, at]);
}

/** Finds a record that is not in the file. */
export function* findSeriesIssue(
  basin: Basin,
  id: string,
  parameter: string,
  path: BasinPath,
): Generator<BasinIssue> {
  const site = basin.sites.find((each) => each.id === id);
  if (!site) yield { path: [...path], message: `"${id}" is not the id of a site` };
  else if (site.series[parameter] === undefined) {
    yield { path: [...path], message: `site ${id} has no ${parameter} series` };
  }
}

export function findParameter(basin: Basin, name: string): Parameter | undefined {
  return parametersOf(basin).find((each) => each.name === name);
}

/** Finds a name that is none of the parameters of the basin. */
export function* findUnknownParameter(basin: Basin, name: string, path: BasinPath): Generator<BasinIssue> {
  const names = parametersOf(basin).map((each) => each.name);
  if (!names.includes(name)) yield { path: [...path], message: `expected one of ${names.join(', ')}` };
}
