import type { Basin } from './basin.ts';
import { type BasinIssue, findDuplicates } from './basin-duplicates.ts';
import { parametersOf } from './basin-vocabulary.ts';

/** Units of which a sum over sites means something. */
const summableUnits: readonly string[] = ['AF', 'cfs'];

/** Finds figures of records that are not in the file, and sums that mean nothing. */
export function* findBriefIssues(basin: Basin): Generator<BasinIssue> {
  const headline = basin.brief?.storage;
  if (!headline) return;
  const path = ['brief', 'storage'];
  const parameters = parametersOf(basin);
  const units = parameters.find(({ name }) => name === headline.parameter)?.units;
  if (units === undefined) {
    const names = parameters.map(({ name }) => name).join(', ');
    yield { path: [...path, 'parameter'], message: `expected one of ${names}` };
    return;
  }
  if (headline.sites.length > 1 && !summableUnits.includes(units)) {
    yield {
      path: [...path, 'parameter'],
      message: `a sum over sites needs ${summableUnits.join(' or ')}; ${headline.parameter} is in ${units}`,
    };
  }
  yield* findDuplicates(headline.sites, (id) => id, [...path, 'sites']);
  for (const [at, id] of headline.sites.entries()) {
    const site = basin.sites.find((each) => each.id === id);
    if (!site) yield { path: [...path, 'sites', at], message: `"${id}" is not the id of a site` };
    else if (site.series[headline.parameter] === undefined) {
      yield { path: [...path, 'sites', at], message: `site ${id} has no ${headline.parameter} series` };
    }
  }
}
