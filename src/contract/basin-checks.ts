import { Basin, type QualityFields } from './basin.ts';
import { type BasinIssue, findDuplicates } from './basin-duplicates.ts';
import { findForecastIssues } from './basin-forecast-checks.ts';

/** A basin whose parts also agree with each other: names are unique, and every reference leads somewhere. */
export const ConsistentBasin = Basin.check((context) => {
  for (const { path, message } of findBasinIssues(context.value)) {
    context.issues.push({ code: 'custom', input: undefined, path, message });
  }
});

function* findBasinIssues(basin: Basin): Generator<BasinIssue> {
  yield* findDuplicates(basin.huc8s, ({ code }) => code, ['huc8s'], 'code');
  yield* findDuplicates(basin.huc8s, ({ name }) => name, ['huc8s'], 'name');
  yield* findDuplicates(basin.ground_water_districts, (name) => name, ['ground_water_districts']);
  yield* findDuplicates(basin.sites, ({ id }) => id.toUpperCase(), ['sites'], 'id');
  for (const [name, rules] of Object.entries(basin.quality))
    yield* findConflictingRules(rules, ['quality', name]);
  yield* findForecastIssues(basin);
  const huc8s = new Set(basin.huc8s.map(({ code }) => code));
  const districts = new Set(basin.ground_water_districts);
  const keys = new Map<string, string>();
  for (const [at, site] of basin.sites.entries()) {
    const path = ['sites', at];
    if (!huc8s.has(site.huc8)) {
      yield { path: [...path, 'huc8'], message: `"${site.huc8}" is not in huc8s` };
    }
    if (site.huc10 !== undefined && !site.huc10.startsWith(site.huc8)) {
      yield { path: [...path, 'huc10'], message: `"${site.huc10}" is not within ${site.huc8}` };
    }
    if (site.district !== undefined && !districts.has(site.district)) {
      yield { path: [...path, 'district'], message: `"${site.district}" is not in ground_water_districts` };
    }
    for (const [name, rules] of Object.entries(site.quality ?? {})) {
      if (rules !== 'none') yield* findConflictingRules(rules, [...path, 'quality', name]);
    }
    for (const [name, sources] of Object.entries(site.series)) {
      for (const [source, key] of Object.entries(sources)) {
        const seriesKey = `${source} ${key.toLowerCase()} ${name}`;
        const other = keys.get(seriesKey);
        keys.set(seriesKey, site.id);
        if (other === undefined) continue;
        yield {
          path: [...path, 'series', name, source],
          message: `"${key}" is already the ${name} of site ${other}`,
        };
      }
    }
  }
}

function* findConflictingRules(
  rules: QualityFields,
  path: readonly (string | number)[],
): Generator<BasinIssue> {
  if (rules.low !== undefined && rules.high !== undefined && rules.low >= rules.high) {
    yield { path: [...path, 'low'], message: 'low must be below high' };
  }
  if (rules.spike !== undefined && rules.spike_share !== undefined) {
    yield { path: [...path, 'spike_share'], message: 'spike is also given; remove one of them' };
  }
  if (rules.rate !== undefined && rules.rate_share !== undefined) {
    yield { path: [...path, 'rate_share'], message: 'rate is also given; remove one of them' };
  }
}
