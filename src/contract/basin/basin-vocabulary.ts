import { type DataProvider, dataProviders, type SourceName, sourceNames } from '#domain/agencies.ts';
import { firstOwnId, locationTypes, type Parameter, parameterNdx, parameters } from '#domain/vocabulary.ts';

/** A parameter of the basin file. */
export type OwnParameter = {
  readonly name: string;
  readonly units: string;
  /** Larger values are drawn lower. */
  readonly reversed?: boolean | undefined;
};

/** Lists the parameters of a portal: those that every portal has, then those of its basin file in the file's order. */
export function parametersOf(basin: {
  readonly parameters?: readonly OwnParameter[] | undefined;
}): readonly Parameter[] {
  const own = (basin.parameters ?? []).map(({ name, units, reversed = false }, at) => ({
    ndx: firstOwnId + at,
    name,
    units,
    isReversed: reversed,
  }));
  const builtIn = parameters.map((each) => ({ ...each, isReversed: each.ndx === parameterNdx.depthToWater }));
  return [...builtIn, ...own];
}

/** Lists the location types of a portal with their ids. */
export function locationTypesOf(basin: {
  readonly location_types?: readonly string[] | undefined;
}): readonly { readonly ndx: number; readonly name: string }[] {
  return [
    ...locationTypes.map((name, at) => ({ ndx: at + 1, name })),
    ...(basin.location_types ?? []).map((name, at) => ({ ndx: firstOwnId + at, name })),
  ];
}

/** A data provider of the basin file; `url` is its page about a site, whose id takes the place of `{id}`. */
type OwnProvider = { readonly name: string; readonly url?: string | undefined };

/** Lists the data providers of a portal: those that every portal has, then those of its basin file in the file's order. */
export function providersOf(basin: {
  readonly providers?: readonly OwnProvider[] | undefined;
}): readonly DataProvider[] {
  const own = (basin.providers ?? []).map(
    ({ name, url }, at): DataProvider => ({
      ndx: firstOwnId + at,
      name,
      ...(url !== undefined && { pageOf: (id) => url.replaceAll('{id}', encodeURIComponent(id)) }),
    }),
  );
  return [...dataProviders, ...own];
}

/** Lists the agencies whose services a basin uses; a file that names none uses all of them. */
export function agenciesOf({
  agencies,
}: {
  readonly agencies?: Readonly<Partial<Record<SourceName, unknown>>> | undefined;
}): readonly SourceName[] {
  return agencies === undefined ? sourceNames : sourceNames.filter((name) => agencies[name] !== undefined);
}
