import type { Box } from '#lib/geometry/coordinates.ts';

/** Latitude and longitude in decimal degrees, WGS 84, in that order. */
export type LatLon = readonly [lat: number, lon: number];

/** Edges in decimal degrees. */
export type MapBounds = Box;

export interface MapPosition {
  readonly center: LatLon;
  /** As Mapbox counts zoom levels (the world is 512 pixels wide at 0), everywhere in the kit. */
  readonly zoom: number;
}

export interface MapViewState extends MapPosition {
  readonly bounds: MapBounds;
}

/** The resolved theme, as in `<html data-theme>`. */
export type MapTheme = 'light' | 'dark';

/** Raster tiles. `attribution` is HTML from the configuration, never from users. */
export interface Basemap {
  readonly id: string;
  readonly name: string;
  /** Leaflet template: `{z} {x} {y} {s} {r}`. Without one, the basemap is the outlines. */
  readonly url: string;
  readonly attribution: string;
  readonly maxZoom: number;
  readonly tileSize: number;
  readonly zoomOffset?: number;
  readonly subdomains?: string;
  /** Whether the tiles are dark. */
  readonly dark: boolean;
  /** The tone of what replaces the tiles of a basemap that is not dark; that of the theme by default. */
  readonly tone?: MapTheme;
  readonly crossOrigin: 'anonymous' | 'use-credentials';
}

/** `outlines`: tiles are unavailable, and outlines are drawn until they are available again. */
export type BasemapStatus = 'loading' | 'tiles' | 'outlines';

/** Any GeoJSON feature. Invalid geometries are not drawn. */
export interface MapFeature {
  readonly type: 'Feature';
  readonly id?: string | number | undefined;
  readonly geometry: { readonly type: string } | null;
  readonly properties: Readonly<Record<string, unknown>> | null;
}

export interface MapFeatureCollection {
  readonly type: 'FeatureCollection';
  readonly features: readonly MapFeature[];
}

export type MapData = Readonly<Record<string, MapFeatureCollection>>;

export type StyleLayerType = 'circle' | 'symbol' | 'line' | 'fill';

export type StyleProperties = Readonly<Record<string, unknown>>;

/** A layer of a Mapbox style. A higher `drawOrder` is drawn above. */
export interface StyleLayer {
  readonly id: string;
  readonly type: StyleLayerType;
  readonly source: string;
  readonly paint?: StyleProperties | undefined;
  readonly layout?: StyleProperties | undefined;
  readonly filter?: readonly unknown[] | undefined;
  readonly minzoom?: number | undefined;
  readonly maxzoom?: number | undefined;
  readonly drawOrder?: number | undefined;
}

/** Literal paint values (no expressions) that override those of the layer for one feature. */
export type PaintOverride = (
  feature: MapFeature,
) => Readonly<Record<string, string | number | boolean>> | undefined;

export interface FeatureHit {
  readonly layerId: string;
  readonly feature: MapFeature;
  /** The point's position, or where a line or area was hit. */
  readonly latlng: LatLon;
}

/** Points of one source, by their keys. */
export interface Emphasis {
  readonly source: string;
  readonly keys: ReadonlySet<string>;
}

/** How points of a kind are drawn, and their row in the legend. Kinds are listed by rank. */
export interface PointMark {
  readonly label: string;
  readonly rank: number;
  /** Literal paint values on a light ground and on a dark one. */
  readonly light: Readonly<Record<string, string | number | boolean>>;
  readonly dark: Readonly<Record<string, string | number | boolean>>;
}

/** A point to choose; chosen points have a `color`. */
export interface MapPoint {
  readonly id: number;
  readonly lat: number;
  readonly lon: number;
  readonly label: string;
  readonly mark: PointMark;
  readonly color?: string | undefined;
}

/** Layers beneath the points of a map, which are not clicked. */
export interface MapGround {
  readonly layers: readonly (StyleLayer & { readonly name: string })[];
  readonly data: MapData;
  /** The sources of the shapes, as plain text. */
  readonly credits: readonly string[];
}

export type DrawKind = 'line' | 'polygon' | 'rectangle' | 'circle' | 'marker';

/**
 * What is enough to draw a shape again: the corners of a line or polygon, two opposite corners of a rectangle, the middle
 * of a circle, the place of a marker. Longitudes go on beyond 180 degrees in a shape over the antimeridian.
 */
export type Drawing =
  | { readonly kind: Exclude<DrawKind, 'circle'>; readonly points: readonly LatLon[] }
  | { readonly kind: 'circle'; readonly points: readonly LatLon[]; readonly radiusMeters: number };

/** The measurements of a finished drawing on the ellipsoid. `id` is stable while the drawing exists. */
export type MeasuredShape =
  | { readonly id: number; readonly kind: 'line'; readonly lengthMeters: number }
  | {
      readonly id: number;
      readonly kind: 'polygon' | 'rectangle';
      readonly areaSquareMeters: number;
    }
  | {
      readonly id: number;
      readonly kind: 'circle';
      readonly radiusMeters: number;
      readonly areaSquareMeters: number;
    }
  | { readonly id: number; readonly kind: 'marker'; readonly lat: number; readonly lon: number };

/** A finished drawing. */
export type Shape = MeasuredShape & { readonly points: readonly LatLon[] };

/** Why the last point was ignored or the last shape was discarded. */
export type DrawProblem = 'crossing' | 'too-small' | 'same-place';

export type DrawMode =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'drawing';
      readonly shape: DrawKind;
      /** The number of points so far; a shape that is dragged has none until the keyboard sets its first. */
      readonly points: number;
      /** Whether the points are set by keyboard, at the cross in the middle of the map. */
      readonly byKeyboard: boolean;
      readonly problem: DrawProblem | null;
    }
  | { readonly kind: 'editing' };

/** What a legend shows for the features of a layer, drawn as the map draws them. */
export interface LegendSample {
  readonly layer: StyleLayer;
  /** Replaces values of the layer's paint. */
  readonly paint?: ReturnType<PaintOverride>;
  /** Properties of a typical feature, for expressions. */
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly zoom: number;
}

/** An entry of a printed legend. */
export interface LegendEntry {
  readonly label: string;
  readonly sample: LegendSample;
  /** The group of the entry; entries of one group follow one another. */
  readonly heading?: string | undefined;
}

/** The drawings of a map: at most one is being drawn, or all are being edited. */
export interface DrawingSession {
  /** True while clicks belong to drawing or editing. */
  isActive(): boolean;
  /**
   * Loads the drawing library on first use; Escape cancels. By keyboard, the focus moves to the map: arrow keys move it,
   * Enter sets a point at its middle.
   */
  start(kind: DrawKind, byKeyboard: boolean): Promise<void>;
  stop(): void;
  /** Finishes the line or polygon at its last point, if it has enough points. */
  finish(): void;
  undo(): void;
  /** Adds finished drawings, such as those of a link. */
  add(added: readonly Drawing[]): Promise<void>;
  /** Shows handles on the finished drawings, until `stop()`. */
  edit(): Promise<void>;
  remove(id: number): void;
  clear(): void;
  setColor(next: string): void;
  dispose(): void;
}
