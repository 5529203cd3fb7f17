import {
  firstOwnId,
  locationTypes,
  type Parameter,
  parameterNdx,
  parameters,
  sourceNames,
} from '#domain/vocabulary.ts';

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

/** Lists the agencies whose services a basin uses; a file that names none uses all of them. */
export function agenciesOf({
  agencies,
}: {
  readonly agencies?: Readonly<Partial<Record<(typeof sourceNames)[number], unknown>>> | undefined;
}): readonly (typeof sourceNames)[number][] {
  return agencies === undefined ? sourceNames : sourceNames.filter((name) => agencies[name] !== undefined);
}
