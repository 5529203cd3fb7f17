import * as z from 'zod/mini';
import { toErrorMessage } from '#lib/errors.ts';
import { type Area, decodePolyline, groupRings, type Position } from '#lib/geometry/shapes.ts';

// Fields of the basin file. People write that file by hand, so every field says in plain words what it expects.

export const text = z.string('expected text; put a number in quotes').check(z.minLength(1, 'expected text'));

/** Adds the meaning of a field, which the reference of the basin file shows. */
export const field = <Schema extends z.ZodMiniType>(schema: Schema, meaning: string): Schema =>
  schema.check(z.describe(meaning));

export const number = (expected: string, from = -Infinity, to = Infinity) =>
  z
    .number(`expected ${expected}`)
    .check(z.gte(from, `expected ${expected}`), z.lte(to, `expected ${expected}`));

export const positive = number('a number above 0').check(z.gt(0, 'expected a number above 0'));
export const share = positive.check(z.lte(1, 'expected a share from 0 to 1'));
export const latitude = number('a latitude from -90 to 90', -90, 90);
export const longitude = number('a longitude from -180 to 180', -180, 180);

export const digits = (expected: string, pattern: RegExp) =>
  text.check(z.regex(pattern, `expected ${expected}, in quotes`));

export const httpUrl = text.check(
  z.regex(/^https?:\/\/\S+$/, 'expected an address such as https://example.org'),
);

export const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, `expected one of ${names.join(', ')}`);

/** A mistake in the basin file, at a path such as `['sites', 3, 'huc8']`. */
export type BasinIssue = { readonly path: (string | number)[]; readonly message: string };

/** Where something is in the basin file. */
export type BasinPath = readonly (string | number)[];

/** Yields an issue for every item whose key an earlier item has. */
export function* findDuplicates<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | number,
  path: BasinPath,
  field?: string,
): Generator<BasinIssue> {
  const seen = new Set<string | number>();
  for (const [at, item] of items.entries()) {
    const name = keyOf(item);
    if (seen.has(name)) {
      yield {
        path: [...path, at, ...(field === undefined ? [] : [field])],
        message: `"${name}" is listed twice`,
      };
    }
    seen.add(name);
  }
}

/** About 10 m. */
const courseDecimals = 4;

/** Where a shape comes from. `accuracy` follows the name after a comma: `about 1 km accurate`. */
const ShapeSource = z.strictObject({
  name: text,
  license: text,
  accuracy: z.optional(text),
  note: z.optional(text),
});
type ShapeSource = z.output<typeof ShapeSource>;

/** An encoded polyline as `[longitude, latitude]`. Spaces in it, e.g. from folded lines, do not count. */
const Course = z.pipe(
  text,
  z.transform((value: string, context): Position[] => {
    const refuse = (message: string) => {
      context.issues.push({ code: 'custom', input: value, message });
      return z.NEVER;
    };
    try {
      const line = decodePolyline(value.replace(/\s/g, ''), courseDecimals);
      if (line.length < 2) return refuse('expected at least two points');
      const outside = line.find(([lon, lat]) => Math.abs(lat) > 90 || Math.abs(lon) > 180);
      if (!outside) return line;
      const [lon, lat] = outside;
      return refuse(
        Math.abs(lat) > 90
          ? `expected latitudes from -90 to 90, found ${lat}; the precision is ${courseDecimals} decimals`
          : `expected longitudes from -180 to 180, found ${lon}; the precision is ${courseDecimals} decimals`,
      );
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return refuse(`expected an encoded polyline: ${toErrorMessage(error)}`);
    }
  }),
);

const Ring = Course.check((context) => {
  const refuse = (message: string) => context.issues.push({ code: 'custom', input: context.value, message });
  const [first, last] = [context.value[0], context.value.at(-1)];
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) {
    refuse(`expected a ring that ends where it begins, at ${first?.[1]}, ${first?.[0]}`);
  } else if (context.value.length < 4) refuse('expected a ring of at least three different points');
});
const rings = z.array(Ring).check(z.minLength(1, 'expected at least one ring'));

/** 1 is drawn first and widest, 3 only when the map is closer. */
const rank = z
  .int('expected a rank from 1 to 3')
  .check(z.gte(1, 'expected a rank from 1 to 3'), z.lte(3, 'expected a rank from 1 to 3'));
const named = { name: text, rank, source: text };

/**
 * What is drawn beneath the sites of a basin, in the shape of its file. `rings` are the boundaries of an area's parts and
 * of their holes.
 */
const ShapesFile = z.strictObject({
  sources: z.record(text, ShapeSource),
  huc8s: z.optional(
    z.array(z.strictObject({ code: digits('eight digits', /^\d{8}$/), source: text, rings })),
  ),
  rivers: z.optional(z.array(z.strictObject({ ...named, course: Course }))),
  waterbodies: z.optional(z.array(z.strictObject({ ...named, rings }))),
  towns: z.optional(z.array(z.strictObject({ ...named, lat: latitude, lon: longitude }))),
});
type ShapesFile = z.output<typeof ShapesFile>;

export const mapFeatureKinds = ['river', 'waterbody', 'town'] as const;
export const MapFeatureKind = oneOf(mapFeatureKinds);
export type MapFeatureKind = z.output<typeof MapFeatureKind>;

type GeoPosition = readonly number[];

/** GeoJSON, WGS 84, `[longitude, latitude]`. */
export type MapFeatureGeometry =
  | Area
  | { readonly type: 'LineString'; readonly coordinates: readonly GeoPosition[] }
  | { readonly type: 'MultiLineString'; readonly coordinates: readonly (readonly GeoPosition[])[] }
  | { readonly type: 'Point'; readonly coordinates: GeoPosition };

type Sourced = { readonly source: string; readonly accuracy?: string | undefined };

/** A river, waterbody or town. `source` is the name of its source, `accuracy` follows it after a comma. */
export type BasinFeature = Sourced & {
  readonly kind: MapFeatureKind;
  readonly name: string;
  readonly rank: number;
  readonly geometry: MapFeatureGeometry;
};

export type BasinShapes = {
  readonly boundaries: readonly (Sourced & { readonly code: string; readonly boundary: Area })[];
  readonly features: readonly BasinFeature[];
};

/** Creates the schema of the file with the shapes of a basin that has these HUC8s. */
export function basinShapesSchema(huc8s: readonly { readonly code: string }[]) {
  const codes = new Set(huc8s.map(({ code }) => code));
  const consistent = ShapesFile.check((context) => {
    for (const { path, message } of findShapeIssues(context.value, codes)) {
      context.issues.push({ code: 'custom', input: undefined, path, message });
    }
  });
  return z.pipe(consistent, z.transform(toShapes));
}

function* findShapeIssues(file: ShapesFile, codes: ReadonlySet<string>): Generator<BasinIssue> {
  const { huc8s = [], rivers = [], waterbodies = [], towns = [] } = file;
  const ids = Object.keys(file.sources);
  for (const [list, entries] of Object.entries({ huc8s, rivers, waterbodies, towns })) {
    for (const [at, { source }] of entries.entries()) {
      if (ids.includes(source)) continue;
      yield { path: [list, at, 'source'], message: `"${source}" is not in sources: ${ids.join(', ')}` };
    }
  }
  yield* findDuplicates(huc8s, ({ code }) => code, ['huc8s'], 'code');
  for (const [at, { code }] of huc8s.entries()) {
    if (codes.has(code)) continue;
    yield { path: ['huc8s', at, 'code'], message: `"${code}" is not in huc8s of the basin file` };
  }
}

function toShapes({
  sources,
  huc8s = [],
  rivers = [],
  waterbodies = [],
  towns = [],
}: ShapesFile): BasinShapes {
  const sourced = (id: string): Sourced => {
    const { name = id, accuracy }: Partial<ShapeSource> = sources[id] ?? {};
    return { source: name, accuracy };
  };
  return {
    boundaries: huc8s.map(({ code, source, rings }) => ({
      code,
      boundary: groupRings(rings),
      ...sourced(source),
    })),
    features: [
      ...rivers.map(
        ({ course, source, ...river }): BasinFeature => ({
          kind: 'river',
          ...river,
          geometry: { type: 'LineString', coordinates: course },
          ...sourced(source),
        }),
      ),
      ...waterbodies.map(
        ({ rings, source, ...waterbody }): BasinFeature => ({
          kind: 'waterbody',
          ...waterbody,
          geometry: groupRings(rings),
          ...sourced(source),
        }),
      ),
      ...towns.map(
        ({ lat, lon, source, ...town }): BasinFeature => ({
          kind: 'town',
          ...town,
          geometry: { type: 'Point', coordinates: [lon, lat] },
          ...sourced(source),
        }),
      ),
    ],
  };
}
