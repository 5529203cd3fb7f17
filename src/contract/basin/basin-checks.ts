import { type Parameter, parameterNdx } from '#domain/vocabulary.ts';
import { parseDay } from '#lib/calendar.ts';
import { Basin, type BasinChart, type BasinOutlook, type BasinRiver, type QualityFields } from './basin.ts';
import { type BasinPath, findDuplicates } from './basin-shapes.ts';
import { delivers } from './basin-sources.ts';
import { agenciesOf, locationTypesOf, parametersOf, providersOf } from './basin-vocabulary.ts';

/** A basin whose parts also agree with each other: names are unique, and every reference leads somewhere. */
export const ConsistentBasin = Basin.check((context) => {
  const report: Report = (path, message) =>
    context.issues.push({ code: 'custom', input: undefined, path: [...path], message });
  const checks = createChecks(context.value, report);
  checkLists(checks);
  checkBrief(checks);
  checkForecast(checks);
  checkOutlook(checks);
  checkRivers(checks);
  checkSites(checks);
});

type Report = (path: BasinPath, message: string) => void;
type Checks = ReturnType<typeof createChecks>;

/** The checks that the parts of a file share; each reports what is wrong at its path. */
function createChecks(basin: Basin, report: Report) {
  const parameters = parametersOf(basin);
  const nameOf = (ndx: number) => parameters.find((each) => each.ndx === ndx)?.name ?? '';

  /** A name that is not in a list. */
  const name = (text: string, known: readonly string[], path: BasinPath) => {
    if (!known.includes(text)) report(path, `expected one of ${known.join(', ')}`);
  };
  /** A name that is none of the parameters. Returns the parameter. */
  const parameter = (text: string, path: BasinPath): Parameter | undefined => {
    name(
      text,
      parameters.map((each) => each.name),
      path,
    );
    return parameters.find((each) => each.name === text);
  };
  /** A parameter in other units than `one`, what needs it, has. Returns the parameter, whatever its units. */
  const unit = (text: string, path: BasinPath, one: string, units: string): Parameter | undefined => {
    const found = parameter(text, path);
    if (found && found.units !== units)
      report(path, `${one} needs values in ${units}; ${text} is in ${found.units}`);
    return found;
  };
  /** Items of which an earlier one has the key. */
  const unique = <Item>(
    items: readonly Item[],
    keyOf: (item: Item) => string | number,
    path: BasinPath,
    field?: string,
  ) => {
    for (const issue of findDuplicates(items, keyOf, path, field)) report(issue.path, issue.message);
  };
  const siteOf = (id: string) => basin.sites.find((each) => each.id === id);
  /** An id that is no site's. Returns the site. */
  const site = (id: string, path: BasinPath) => {
    const found = siteOf(id);
    if (!found) report(path, `"${id}" is not the id of a site`);
    return found;
  };
  /** A record that is not in the file; `parameterPath` is where its parameter stands, if that is elsewhere. */
  const series = (id: string, of: string, path: BasinPath, parameterPath = path) => {
    const found = site(id, path);
    if (found && found.series[of] === undefined) report(parameterPath, `site ${id} has no ${of} series`);
  };
  /** Sites that are listed twice, or without a series of the parameter. */
  const sites = (ids: readonly string[], of: string, path: BasinPath) => {
    unique(ids, (id) => id, path);
    for (const [at, id] of ids.entries()) series(id, of, [...path, at]);
  };
  return { basin, report, parameters, nameOf, name, parameter, unit, unique, siteOf, site, series, sites };
}

const itself = (name: string | number) => name;

function checkLists({ basin, report, parameters, name, unique }: Checks): void {
  unique(basin.huc8s, ({ code }) => code, ['huc8s'], 'code');
  unique(basin.huc8s, (each) => each.name, ['huc8s'], 'name');
  unique(basin.ground_water_districts, itself, ['ground_water_districts']);
  unique(basin.open_providers ?? [], itself, ['open_providers']);
  unique(basin.drought_years ?? [], itself, ['drought_years']);
  unique(basin.sites, ({ id }) => id.toUpperCase(), ['sites'], 'id');

  /** Finds names of the file that are in the built-in list, or that an earlier line has. */
  const checkOwn = (all: readonly string[], ownCount: number, pathOf: (at: number) => BasinPath) => {
    const builtInCount = all.length - ownCount;
    for (const [at, own] of all.slice(builtInCount).entries()) {
      const first = all.findIndex((each) => each.toLowerCase() === own.toLowerCase());
      if (first < builtInCount) report(pathOf(at), `every portal has "${own}"; remove it`);
      else if (first < builtInCount + at) report(pathOf(at), `"${own}" is listed twice`);
    }
  };
  const parameterNames = parameters.map((each) => each.name);
  const typeNames = locationTypesOf(basin).map((each) => each.name);
  const providerNames = providersOf(basin).map((each) => each.name);
  checkOwn(parameterNames, basin.parameters?.length ?? 0, (at) => ['parameters', at, 'name']);
  checkOwn(typeNames, basin.location_types?.length ?? 0, (at) => ['location_types', at]);
  checkOwn(providerNames, basin.providers?.length ?? 0, (at) => ['providers', at, 'name']);
  for (const [at, open] of (basin.open_providers ?? []).entries())
    name(open, providerNames, ['open_providers', at]);
  for (const [of, rules] of Object.entries(basin.quality)) {
    name(of, parameterNames, ['quality', of]);
    checkRules(report, rules, ['quality', of]);
  }
}

function checkSites({ basin, report, nameOf, name, parameter }: Checks): void {
  const storage = nameOf(parameterNdx.storage);
  const typeNames = locationTypesOf(basin).map((each) => each.name);
  const providerNames = providersOf(basin).map((each) => each.name);
  const agencies: readonly string[] = agenciesOf(basin);
  const huc8s = new Set(basin.huc8s.map(({ code }) => code));
  const districts = new Set(basin.ground_water_districts);
  const keys = new Map<string, string>();
  for (const [at, site] of basin.sites.entries()) {
    const path = ['sites', at];
    name(site.type, typeNames, [...path, 'type']);
    name(site.provider, providerNames, [...path, 'provider']);
    if (!huc8s.has(site.huc8)) report([...path, 'huc8'], `"${site.huc8}" is not in huc8s`);
    if (site.huc10 !== undefined && !site.huc10.startsWith(site.huc8))
      report([...path, 'huc10'], `"${site.huc10}" is not within ${site.huc8}`);
    if (site.district !== undefined && !districts.has(site.district))
      report([...path, 'district'], `"${site.district}" is not in ground_water_districts`);
    for (const [of, rules] of Object.entries(site.quality ?? {})) {
      parameter(of, [...path, 'quality', of]);
      if (rules !== 'none') checkRules(report, rules, [...path, 'quality', of]);
    }
    for (const [of, sources] of Object.entries(site.series)) {
      const found = parameter(of, [...path, 'series', of]);
      for (const [source, key] of Object.entries(sources)) {
        const keyPath = [...path, 'series', of, source];
        const seriesKey = `${source} ${key.toLowerCase()} ${of}`;
        const other = keys.get(seriesKey);
        keys.set(seriesKey, site.id);
        if (!agencies.includes(source)) report(keyPath, `"${source}" is not in agencies`);
        if (other !== undefined) report(keyPath, `"${key}" is already the ${of} of site ${other}`);
        if (found && !delivers(source, found.ndx))
          report(keyPath, `${source} does not deliver ${of}; remove it`);
      }
    }
    // The importer refuses storage of which it does not know what it includes.
    if (Object.keys(site.series[storage] ?? {})[0] === 'nrcs' && site.dead_storage_af === undefined)
      report(
        [...path, 'series', storage, 'nrcs'],
        'AWDB does not say whether its storage includes dead storage, so the site needs dead_storage_af: the acre-feet to subtract, 0 if it includes none',
      );
  }
}

function checkRules(report: Report, rules: QualityFields, path: BasinPath): void {
  const { low, high } = rules;
  if (typeof low === 'number' && typeof high === 'number' && low >= high)
    report([...path, 'low'], 'low must be below high');
  for (const name of ['spike', 'rate'] as const) {
    const share = `${name}_share` as const;
    if (rules[name] !== undefined && rules[share] !== undefined)
      report([...path, share], `${name} is also given; remove one of them`);
  }
}

/** Units of which a sum over sites means something. */
const summableUnits: readonly string[] = ['AF', 'cfs'];

/** The lists of records, and the parameters that they may have; any without a list. */
const recordLists = [
  { name: 'rivers', one: 'a river', ids: undefined },
  { name: 'springs', one: 'a spring', ids: undefined },
  { name: 'wells', one: 'a well', ids: [parameterNdx.depthToWater, parameterNdx.groundwaterElevation] },
  { name: 'reaches', one: 'a reach', ids: [parameterNdx.reachGain] },
] as const;

/** Finds figures of records that are not in the file, and figures that mean nothing. */
function checkBrief({ basin, report, parameters, nameOf, parameter, unique, series, sites }: Checks): void {
  const { storage, snow = [], rivers = [], moved = [], ...lists } = basin.brief ?? {};
  const sum = storage && parameter(storage.parameter, ['brief', 'storage', 'parameter']);
  if (storage && sum) {
    if (storage.sites.length > 1 && !summableUnits.includes(sum.units)) {
      const needed = summableUnits.join(' or ');
      report(
        ['brief', 'storage', 'parameter'],
        `a sum over sites needs ${needed}; ${sum.name} is in ${sum.units}`,
      );
    }
    sites(storage.sites, sum.name, ['brief', 'storage', 'sites']);
  }
  unique(snow, ({ label }) => label, ['brief', 'snow'], 'label');
  for (const [at, group] of snow.entries())
    sites(group.sites, nameOf(parameterNdx.swe), ['brief', 'snow', at, 'sites']);
  for (const { name, one, ids } of recordLists) {
    const records = { rivers, ...lists }[name] ?? [];
    unique(records, ({ site }) => site, ['brief', name], 'site');
    for (const [at, record] of records.entries()) {
      const path = ['brief', name, at];
      const found = parameter(record.parameter, [...path, 'parameter']);
      if (found && ids && !ids.some((ndx) => ndx === found.ndx))
        report([...path, 'parameter'], `${one} needs ${ids.map(nameOf).join(' or ')}`);
      else if (found) series(record.site, record.parameter, [...path, 'site']);
    }
  }
  for (const [at, { site, parameter: of, natural }] of rivers.entries()) {
    const path = ['brief', 'rivers', at, 'natural'];
    if (natural === undefined) continue;
    if (natural === site) report(path, `"${natural}" is the river itself; name another site`);
    else if (parameters.some(({ name }) => name === of)) series(natural, of, path);
  }
  unique(moved, itself, ['brief', 'moved']);
  for (const [at, name] of moved.entries()) parameter(name, ['brief', 'moved', at]);
}

/** Finds charts of records that are not in the file, and charts or links of a page with the same name. */
function checkForecast(checks: Checks): void {
  const { basin, report, unique } = checks;
  const { supply = [], tributaries = [] } = basin.forecast ?? {};
  const withPaths = (charts: readonly BasinChart[], path: BasinPath) =>
    charts.map((chart, at) => ({ chart, path: [...path, at] }));
  const pages = [
    withPaths(supply, ['forecast', 'supply']),
    tributaries.flatMap(({ charts }, at) => withPaths(charts, ['forecast', 'tributaries', at, 'charts'])),
  ];
  unique(tributaries, ({ heading }) => heading, ['forecast', 'tributaries'], 'heading');
  for (const page of pages) {
    const ids = new Set<string>();
    for (const { chart, path } of page) {
      if (ids.has(chart.id)) report([...path, 'id'], `"${chart.id}" is listed twice`);
      ids.add(chart.id);
      unique(chart.more ?? [], ({ href }) => href, [...path, 'more'], 'href');
      checkChart(checks, chart, path);
    }
  }
}

function checkChart(
  { report, parameter, series }: Checks,
  { site, parameter: of, measure }: BasinChart,
  path: BasinPath,
): void {
  const found = parameter(of, [...path, 'parameter']);
  if (!found) return;
  series(site, of, [...path, 'site'], [...path, 'parameter']);
  if (measure === 'volume' && found.units !== 'cfs')
    report([...path, 'measure'], `volume needs a discharge in cfs; ${of} is in ${found.units}`);
}

type Point = BasinOutlook['points'][number];

/** Finds records and points that are not in the file, records that cannot be forecast or filled, and wrong periods. */
function checkOutlook(checks: Checks): void {
  const { basin, report, unit, unique, siteOf, site, series, sites } = checks;
  const { points = [], fill = [] } = basin.outlook ?? {};
  unique(points, ({ id }) => id, ['outlook', 'points'], 'id');
  for (const [at, point] of points.entries()) {
    const path = ['outlook', 'points', at];
    const { flow, official } = point;
    if (unit(flow.parameter, [...path, 'flow', 'parameter'], 'an outlook', 'cfs'))
      series(flow.site, flow.parameter, [...path, 'flow', 'site']);
    checkPeriods(report, point, path);
    checkPredictors(checks, point, path);
    if (official !== undefined) site(official, [...path, 'official']);
  }
  unique(fill, ({ id }) => id, ['outlook', 'fill'], 'id');
  for (const [at, group] of fill.entries()) {
    const path = ['outlook', 'fill', at];
    if (!points.some(({ id }) => id === group.point))
      report([...path, 'point'], `"${group.point}" is not the id of a point`);
    if (!unit(group.parameter, [...path, 'parameter'], 'a fill', 'AF')) continue;
    sites(group.sites, group.parameter, [...path, 'sites']);
    for (const [place, id] of group.sites.entries()) {
      const found = siteOf(id);
      if (found && found.capacity_af === undefined)
        report([...path, 'sites', place], `site ${id} has no capacity_af`);
    }
  }
}

function checkPeriods(report: Report, { period, winter }: Point, path: BasinPath): void {
  for (const [name, days] of Object.entries({ period, winter })) {
    for (const [end, day] of Object.entries(days ?? {})) {
      if (parseDay(`2001-${day}`) === undefined)
        report([...path, name, end], `${day} is not a day of every year`);
    }
  }
  if (period.from > period.to)
    report([...path, 'period', 'to'], `the period must end after ${period.from}, in the same calendar year`);
  if (winter && winter.to >= period.from)
    report([...path, 'winter', 'to'], `winter must end before the period begins on ${period.from}`);
}

function checkPredictors(
  { report, nameOf, unique, sites }: Checks,
  { predictors }: Point,
  path: BasinPath,
): void {
  const swe = nameOf(parameterNdx.swe);
  const listed = new Set<string>();
  unique(predictors, ({ label }) => label, [...path, 'predictors'], 'label');
  for (const [at, group] of predictors.entries()) {
    const groupPath = [...path, 'predictors', at];
    if (group.parameter !== swe) {
      report([...groupPath, 'parameter'], `a predictor needs ${swe}`);
      continue;
    }
    sites(group.sites, swe, [...groupPath, 'sites']);
    for (const [place, id] of group.sites.entries())
      if (listed.has(id)) report([...groupPath, 'sites', place], `"${id}" is in an earlier group`);
    for (const id of group.sites) listed.add(id);
  }
}

/** Finds rivers of unknown sites, sites with two places, and rivers that flow into no other or into themselves. */
function checkRivers(checks: Checks): void {
  const { basin, report, unique, site } = checks;
  const { rivers = [] } = basin;
  const riverOf = new Map<string, BasinRiver>();
  unique(rivers, ({ name }) => name, ['rivers'], 'name');
  for (const [at, river] of rivers.entries()) {
    const path = ['rivers', at, 'sites'];
    unique(river.sites, itself, path);
    for (const [place, id] of river.sites.entries()) {
      site(id, [...path, place]);
      const other = riverOf.get(id);
      if (other && other !== river) report([...path, place], `"${id}" is already a site of ${other.name}`);
      riverOf.set(id, other ?? river);
    }
  }
  for (const [at, river] of rivers.entries()) {
    const problem = river.joins === undefined ? undefined : describeMouth(river, river.joins, riverOf);
    if (problem !== undefined) report(['rivers', at, 'joins'], problem);
  }
  for (const [at, river] of rivers.entries()) checkReaches(checks, river, ['rivers', at]);
  checkBranches(checks, rivers, riverOf);
}

/** Says what is wrong with the place where a river flows into another one. */
function describeMouth(
  river: BasinRiver,
  joins: string,
  riverOf: ReadonlyMap<string, BasinRiver>,
): string | undefined {
  const main = riverOf.get(joins);
  if (!main) return `"${joins}" is not a site of a river`;
  if (main.reaches?.some(({ site }) => site === joins))
    return `"${joins}" is a reach; name the gage at its lower end`;
  if (flowsInto(main, river, riverOf))
    return `${river.name} would flow into itself; name a site of another river`;
  return river.line && !main.line ? `${river.name} is a line, so ${main.name} needs line: true` : undefined;
}

/** Finds canals and returns with no place on their river, with two places, or without a series of their kind. */
function checkBranches(
  { report, nameOf, unique, series }: Checks,
  rivers: readonly BasinRiver[],
  riverOf: ReadonlyMap<string, BasinRiver>,
): void {
  const kinds = { diversions: parameterNdx.diversion, returns: parameterNdx.returnFlow } as const;
  const placed = new Map<string, BasinRiver>();
  for (const [at, river] of rivers.entries()) {
    for (const kind of ['diversions', 'returns'] as const) {
      const groups = river[kind] ?? [];
      unique(groups, ({ below }) => below, ['rivers', at, kind], 'below');
      for (const [place, { below, sites }] of groups.entries()) {
        const path = ['rivers', at, kind, place];
        checkOnRiver(report, river, below, [...path, 'below']);
        for (const [index, id] of sites.entries()) {
          const sitePath = [...path, 'sites', index];
          if (placed.has(id)) report(sitePath, `"${id}" already leaves or enters ${placed.get(id)?.name}`);
          else if (riverOf.has(id)) report(sitePath, `"${id}" is a site along ${riverOf.get(id)?.name}`);
          else series(id, nameOf(kinds[kind]), sitePath);
          placed.set(id, placed.get(id) ?? river);
        }
      }
    }
  }
}

/** Finds reaches that are not on their river, or without a gain, or that begin below their place. */
function checkReaches({ report, nameOf, unique, series }: Checks, river: BasinRiver, path: BasinPath): void {
  const { reaches = [] } = river;
  unique(reaches, ({ site }) => site, [...path, 'reaches'], 'site');
  for (const [place, { site, from }] of reaches.entries()) {
    const reachPath = [...path, 'reaches', place];
    series(site, nameOf(parameterNdx.reachGain), [...reachPath, 'site']);
    checkOnRiver(report, river, site, [...reachPath, 'site']);
    checkOnRiver(report, river, from, [...reachPath, 'from']);
    if (river.sites.indexOf(from) > river.sites.indexOf(site))
      report([...reachPath, 'from'], `"${from}" is below the reach, which begins there`);
  }
}

function checkOnRiver(report: Report, { name, sites }: BasinRiver, id: string, path: BasinPath): void {
  if (!sites.includes(id)) report(path, `"${id}" is not a site of ${name}`);
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
