import { Basin, type QualityFields } from './basin.ts';
import { findBriefIssues } from './basin-brief-checks.ts';
import { type BasinIssue, findDuplicates } from './basin-duplicates.ts';
import { findForecastIssues } from './basin-forecast-checks.ts';
import { findOutlookIssues } from './basin-outlook-checks.ts';
import { findRiverIssues } from './basin-river-checks.ts';
import { agenciesOf, locationTypesOf, parametersOf } from './basin-vocabulary.ts';

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
  yield* findDuplicates(basin.open_providers ?? [], (name) => name, ['open_providers']);
  yield* findDuplicates(basin.sites, ({ id }) => id.toUpperCase(), ['sites'], 'id');
  const parameterNames = parametersOf(basin).map(({ name }) => name);
  const typeNames = locationTypesOf(basin).map(({ name }) => name);
  yield* findOwnDuplicates(parameterNames, basin.parameters ?? [], (at) => ['parameters', at, 'name']);
  yield* findOwnDuplicates(typeNames, basin.location_types ?? [], (at) => ['location_types', at]);
  for (const [name, rules] of Object.entries(basin.quality)) {
    yield* findUnknownName(name, parameterNames, ['quality', name]);
    yield* findConflictingRules(rules, ['quality', name]);
  }
  yield* findBriefIssues(basin);
  yield* findForecastIssues(basin);
  yield* findOutlookIssues(basin);
  yield* findRiverIssues(basin);
  const agencies: readonly string[] = agenciesOf(basin);
  const huc8s = new Set(basin.huc8s.map(({ code }) => code));
  const districts = new Set(basin.ground_water_districts);
  const keys = new Map<string, string>();
  for (const [at, site] of basin.sites.entries()) {
    const path = ['sites', at];
    yield* findUnknownName(site.type, typeNames, [...path, 'type']);
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
      yield* findUnknownName(name, parameterNames, [...path, 'quality', name]);
      if (rules !== 'none') yield* findConflictingRules(rules, [...path, 'quality', name]);
    }
    for (const [name, sources] of Object.entries(site.series)) {
      yield* findUnknownName(name, parameterNames, [...path, 'series', name]);
      for (const [source, key] of Object.entries(sources)) {
        const seriesKey = `${source} ${key.toLowerCase()} ${name}`;
        const other = keys.get(seriesKey);
        keys.set(seriesKey, site.id);
        if (!agencies.includes(source)) {
          yield { path: [...path, 'series', name, source], message: `"${source}" is not in agencies` };
        }
        if (other === undefined) continue;
        yield {
          path: [...path, 'series', name, source],
          message: `"${key}" is already the ${name} of site ${other}`,
        };
      }
    }
  }
}

/** Finds names of the file that are in the built-in list, or that an earlier line has. */
function* findOwnDuplicates(
  all: readonly string[],
  own: readonly unknown[],
  pathOf: (at: number) => (string | number)[],
): Generator<BasinIssue> {
  const builtInCount = all.length - own.length;
  for (let at = 0; at < own.length; at += 1) {
    const name = all[builtInCount + at] ?? '';
    const first = all.findIndex((each) => each.toLowerCase() === name.toLowerCase());
    if (first < builtInCount) yield { path: pathOf(at), message: `every portal has "${name}"; remove it` };
    else if (first < builtInCount + at) yield { path: pathOf(at), message: `"${name}" is listed twice` };
  }
}

function* findUnknownName(
  name: string,
  known: readonly string[],
  path: readonly (string | number)[],
): Generator<BasinIssue> {
  if (!known.includes(name)) yield { path: [...path], message: `expected one of ${known.join(', ')}` };
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
