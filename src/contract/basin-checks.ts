import { type Parameter, parameterNdx } from '#domain/vocabulary.ts';
import { parseDay } from '#lib/calendar.ts';
import { Basin, type BasinChart, type BasinOutlook, type BasinRiver, type QualityFields } from './basin.ts';
import { type BasinIssue, type BasinPath, findDuplicates } from './basin-shapes.ts';
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
  yield* findDuplicates(basin.drought_years ?? [], String, ['drought_years']);
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

function* findUnknownName(name: string, known: readonly string[], path: BasinPath): Generator<BasinIssue> {
  if (!known.includes(name)) yield { path: [...path], message: `expected one of ${known.join(', ')}` };
}

function* findConflictingRules(rules: QualityFields, path: BasinPath): Generator<BasinIssue> {
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

/** Units of which a sum over sites means something. */
const summableUnits: readonly string[] = ['AF', 'cfs'];

type Brief = NonNullable<Basin['brief']>;
type BriefRecord = NonNullable<Brief['springs']>[number];

/** The lists of records, and the parameters that they may have; any without a list. */
const recordLists = [
  { name: 'rivers', one: 'a river', ids: undefined },
  { name: 'springs', one: 'a spring', ids: undefined },
  { name: 'wells', one: 'a well', ids: [parameterNdx.depthToWater, parameterNdx.groundwaterElevation] },
  { name: 'reaches', one: 'a reach', ids: [parameterNdx.reachGain] },
] as const;

/** Finds figures of records that are not in the file, and figures that mean nothing. */
function* findBriefIssues(basin: Basin): Generator<BasinIssue> {
  const { brief } = basin;
  if (!brief) return;
  yield* findStorageIssues(basin, brief);
  yield* findSnowIssues(basin, brief);
  for (const { name, one, ids } of recordLists) {
    const records = brief[name] ?? [];
    yield* findDuplicates(records, ({ site }) => site, ['brief', name], 'site');
    for (const [at, record] of records.entries()) {
      yield* findRecordIssues(basin, record, { path: ['brief', name, at], one, ids });
    }
  }
  for (const [at, { site, parameter, natural }] of (brief.rivers ?? []).entries()) {
    const path = ['brief', 'rivers', at, 'natural'];
    if (natural === undefined) continue;
    if (natural === site) yield { path, message: `"${natural}" is the river itself; name another site` };
    else if (findParameter(basin, parameter)) yield* findSeriesIssue(basin, natural, parameter, path);
  }
  yield* findDuplicates(brief.moved ?? [], (name) => name, ['brief', 'moved']);
  for (const [at, name] of (brief.moved ?? []).entries()) {
    yield* findUnknownParameter(basin, name, ['brief', 'moved', at]);
  }
}

function* findStorageIssues(basin: Basin, { storage }: Brief): Generator<BasinIssue> {
  if (!storage) return;
  const path = ['brief', 'storage'];
  const parameter = findParameter(basin, storage.parameter);
  if (!parameter) {
    yield* findUnknownParameter(basin, storage.parameter, [...path, 'parameter']);
    return;
  }
  if (storage.sites.length > 1 && !summableUnits.includes(parameter.units)) {
    yield {
      path: [...path, 'parameter'],
      message: `a sum over sites needs ${summableUnits.join(' or ')}; ${parameter.name} is in ${parameter.units}`,
    };
  }
  yield* findSiteListIssues(basin, storage.sites, parameter.name, [...path, 'sites']);
}

function* findSnowIssues(basin: Basin, { snow = [] }: Brief): Generator<BasinIssue> {
  const swe = nameOfSwe(basin);
  yield* findDuplicates(snow, ({ label }) => label, ['brief', 'snow'], 'label');
  for (const [at, { sites }] of snow.entries()) {
    yield* findSiteListIssues(basin, sites, swe, ['brief', 'snow', at, 'sites']);
  }
}

type RecordRule = {
  readonly path: BasinPath;
  readonly one: string;
  readonly ids: readonly number[] | undefined;
};

function* findRecordIssues(
  basin: Basin,
  { site, parameter }: BriefRecord,
  { path, one, ids }: RecordRule,
): Generator<BasinIssue> {
  const known = findParameter(basin, parameter);
  if (!known) {
    yield* findUnknownParameter(basin, parameter, [...path, 'parameter']);
    return;
  }
  if (ids && !ids.includes(known.ndx)) {
    const names = parametersOf(basin).filter(({ ndx }) => ids.includes(ndx));
    yield {
      path: [...path, 'parameter'],
      message: `${one} needs ${names.map(({ name }) => name).join(' or ')}`,
    };
    return;
  }
  yield* findSeriesIssue(basin, site, parameter, [...path, 'site']);
}

type ChartAtPath = { readonly chart: BasinChart; readonly path: (string | number)[] };

/** Finds charts of records that are not in the file, and charts or links of a page with the same name. */
function* findForecastIssues(basin: Basin): Generator<BasinIssue> {
  const { supply = [], tributaries = [] } = basin.forecast ?? {};
  const pages = [
    withPaths(supply, ['forecast', 'supply']),
    tributaries.flatMap(({ charts }, at) => withPaths(charts, ['forecast', 'tributaries', at, 'charts'])),
  ];
  yield* findDuplicates(tributaries, ({ heading }) => heading, ['forecast', 'tributaries'], 'heading');
  for (const page of pages) {
    const ids = new Set<string>();
    for (const { chart, path } of page) {
      if (ids.has(chart.id)) yield { path: [...path, 'id'], message: `"${chart.id}" is listed twice` };
      ids.add(chart.id);
      yield* findDuplicates(chart.more ?? [], ({ href }) => href, [...path, 'more'], 'href');
      yield* findChartIssues(basin, chart, path);
    }
  }
}

function withPaths(charts: readonly BasinChart[], path: BasinPath): ChartAtPath[] {
  return charts.map((chart, at) => ({ chart, path: [...path, at] }));
}

function* findChartIssues(basin: Basin, chart: BasinChart, path: BasinPath): Generator<BasinIssue> {
  yield* findUnknownParameter(basin, chart.parameter, [...path, 'parameter']);
  const units = findParameter(basin, chart.parameter)?.units;
  if (units === undefined) return;
  const site = basin.sites.find(({ id }) => id === chart.site);
  if (!site) {
    yield { path: [...path, 'site'], message: `"${chart.site}" is not the id of a site` };
  } else if (site.series[chart.parameter] === undefined) {
    yield { path: [...path, 'parameter'], message: `site ${site.id} has no ${chart.parameter} series` };
  }
  if (chart.measure === 'volume' && units !== 'cfs') {
    yield {
      path: [...path, 'measure'],
      message: `volume needs a discharge in cfs; ${chart.parameter} is in ${units}`,
    };
  }
}

type Point = BasinOutlook['points'][number];
type FillGroup = NonNullable<BasinOutlook['fill']>[number];

/** Finds records and points that are not in the file, records that cannot be forecast or filled, and wrong periods. */
function* findOutlookIssues(basin: Basin): Generator<BasinIssue> {
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
  const swe = nameOfSwe(basin);
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

/** Finds rivers of unknown sites, sites with two places, and rivers that flow into no other or into themselves. */
function* findRiverIssues(basin: Basin): Generator<BasinIssue> {
  const { rivers = [], sites } = basin;
  const ids = new Set(sites.map(({ id }) => id));
  const riverOf = new Map<string, BasinRiver>();
  yield* findDuplicates(rivers, ({ name }) => name, ['rivers'], 'name');
  for (const [at, river] of rivers.entries()) {
    const path = ['rivers', at, 'sites'];
    yield* findDuplicates(river.sites, (id) => id, path);
    for (const [place, id] of river.sites.entries()) {
      if (!ids.has(id)) yield { path: [...path, place], message: `"${id}" is not the id of a site` };
      const other = riverOf.get(id);
      if (other && other !== river) {
        yield { path: [...path, place], message: `"${id}" is already a site of ${other.name}` };
      }
      riverOf.set(id, other ?? river);
    }
  }
  for (const [at, river] of rivers.entries()) {
    const { joins } = river;
    if (joins === undefined) continue;
    const path = ['rivers', at, 'joins'];
    const main = riverOf.get(joins);
    const isReach = main?.reaches?.some(({ site }) => site === joins) ?? false;
    if (!main) yield { path, message: `"${joins}" is not a site of a river` };
    else if (isReach) yield { path, message: `"${joins}" is a reach; name the gage at its lower end` };
    else if (flowsInto(main, river, riverOf)) {
      yield { path, message: `${river.name} would flow into itself; name a site of another river` };
    } else if (river.line && !main.line) {
      yield { path, message: `${river.name} is a line, so ${main.name} needs line: true` };
    }
  }
  yield* findBranchIssues(basin, riverOf);
}

/** Finds canals, returns and reaches with no place on their river, with two places, or without a series of their kind. */
function* findBranchIssues(basin: Basin, riverOf: ReadonlyMap<string, BasinRiver>): Generator<BasinIssue> {
  const nameOf = (ndx: number) => parametersOf(basin).find((each) => each.ndx === ndx)?.name ?? '';
  const kinds = [
    ['diversions', nameOf(parameterNdx.diversion)],
    ['returns', nameOf(parameterNdx.returnFlow)],
  ] as const;
  const placed = new Map<string, BasinRiver>();
  for (const [at, river] of (basin.rivers ?? []).entries()) {
    const path = ['rivers', at];
    for (const [kind, parameter] of kinds) {
      const groups = river[kind] ?? [];
      yield* findDuplicates(groups, ({ below }) => below, [...path, kind], 'below');
      for (const [place, { below, sites }] of groups.entries()) {
        const groupPath = [...path, kind, place];
        yield* findForeignSite(river, below, [...groupPath, 'below']);
        for (const [index, id] of sites.entries()) {
          const message = placed.has(id)
            ? `"${id}" already leaves or enters ${placed.get(id)?.name}`
            : `"${id}" is a site along ${riverOf.get(id)?.name}`;
          if (placed.has(id) || riverOf.has(id)) yield { path: [...groupPath, 'sites', index], message };
          else yield* findSeriesIssue(basin, id, parameter, [...groupPath, 'sites', index]);
          placed.set(id, placed.get(id) ?? river);
        }
      }
    }
    yield* findDuplicates(river.reaches ?? [], ({ site }) => site, [...path, 'reaches'], 'site');
    for (const [place, { site, from }] of (river.reaches ?? []).entries()) {
      const reachPath = [...path, 'reaches', place];
      yield* findSeriesIssue(basin, site, nameOf(parameterNdx.reachGain), [...reachPath, 'site']);
      yield* findForeignSite(river, site, [...reachPath, 'site']);
      yield* findForeignSite(river, from, [...reachPath, 'from']);
      if (river.sites.indexOf(from) > river.sites.indexOf(site)) {
        yield { path: [...reachPath, 'from'], message: `"${from}" is below the reach, which begins there` };
      }
    }
  }
}

function* findForeignSite({ name, sites }: BasinRiver, id: string, path: BasinPath): Generator<BasinIssue> {
  if (!sites.includes(id)) yield { path: [...path], message: `"${id}" is not a site of ${name}` };
}

/** Whether a river, or one that it flows into, is `target`. */
function flowsInto(river: BasinRiver, target: BasinRiver, riverOf: ReadonlyMap<string, BasinRiver>): boolean {
  const seen = new Set<BasinRiver>();
  for (let next: BasinRiver | undefined = river; next && !seen.has(next); ) {
    if (next === target) return true;
    seen.add(next);
    next = next.joins === undefined ? undefined : riverOf.get(next.joins);
  }
  return false;
}

/** Finds sites of a list that are listed twice, not in the file, or without a series of the parameter. */
function* findSiteListIssues(
  basin: Basin,
  sites: readonly string[],
  parameter: string,
  path: BasinPath,
): Generator<BasinIssue> {
  yield* findDuplicates(sites, (id) => id, path);
  for (const [at, id] of sites.entries()) yield* findSeriesIssue(basin, id, parameter, [...path, at]);
}

/** Finds a record that is not in the file. */
function* findSeriesIssue(
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

function findParameter(basin: Basin, name: string): Parameter | undefined {
  return parametersOf(basin).find((each) => each.name === name);
}

/** Finds a name that is none of the parameters of the basin. */
function* findUnknownParameter(basin: Basin, name: string, path: BasinPath): Generator<BasinIssue> {
  yield* findUnknownName(
    name,
    parametersOf(basin).map((each) => each.name),
    path,
  );
}

function nameOfSwe(basin: Basin): string {
  return parametersOf(basin).find(({ ndx }) => ndx === parameterNdx.swe)?.name ?? '';
}
