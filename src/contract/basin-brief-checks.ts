import { parameterNdx } from '#domain/vocabulary.ts';
import type { Basin } from './basin.ts';
import { type BasinIssue, type BasinPath, findDuplicates } from './basin-duplicates.ts';
import {
  findParameter,
  findSeriesIssue,
  findSiteListIssues,
  findUnknownParameter,
} from './basin-record-checks.ts';
import { parametersOf } from './basin-vocabulary.ts';

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
export function* findBriefIssues(basin: Basin): Generator<BasinIssue> {
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
  const swe = parametersOf(basin).find(({ ndx }) => ndx === parameterNdx.swe)?.name ?? '';
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
