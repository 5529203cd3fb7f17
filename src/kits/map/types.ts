import type { FeatureCollection as GeoJsonCollection } from 'geojson';
import type { ReactNode, Ref } from 'react';

/** Latitude and longitude in decimal degrees, WGS 84, in that order. */
export type LatLon = readonly [lat: number, lon: number];

/** Edges in decimal degrees. */
export interface MapBounds {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

export interface MapPosition {
  readonly center: LatLon;
  /** As Mapbox counts zooms (world 512 pixels wide at 0), everywhere in the kit. */
  readonly zoom: number;
}

export interface MapViewState extends MapPosition {
  readonly bounds: MapBounds;
}

/** The resolved theme, as in `<html data-theme>`. */
export type MapTheme = 'light' | 'dark';

/** Raster tiles. `attribution` is HTML from configuration, never from users. */
export interface Basemap {
  readonly id: string;
  readonly name: string;
  /** Leaflet template: `{z} {x} {y} {s} {r}`. */
  readonly url: string;
  readonly attribution: string;
  readonly maxZoom: number;
  readonly tileSize: number;
  readonly zoomOffset?: number;
  readonly subdomains?: string;
  /** Address of one tile that shows what the basemap looks like. */
  readonly thumbnail?: string;
  readonly dark: boolean;
  readonly crossOrigin: 'anonymous' | 'use-credentials';
}

/** `outlines`: tiles cannot be had, the outlines are drawn in their place until tiles come back. */
export type BasemapStatus = 'loading' | 'tiles' | 'outlines';

/** Any GeoJSON feature. Geometries are checked when they are read; unreadable ones are not drawn. */
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

/** A layer in Mapbox style form. Higher `drawOrder` is drawn above. */
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

/** Literal paint values (no expressions) that replace those of a layer for one feature. */
export type PaintOverride = (feature: MapFeature) => Readonly<Record<string, string | number>> | undefined;

export interface FeatureHit {
  readonly layerId: string;
  readonly feature: MapFeature;
  /** Where the feature is: the point itself, or where it was hit on a line or an area. */
  readonly latlng: LatLon;
}

export interface StyledLayersProps {
  readonly layers: readonly StyleLayer[];
  /** GeoJSON by source id; a missing source draws nothing. */
  readonly data: MapData;
  /** Ids of hidden layers, besides those with `layout.visibility: 'none'`. */
  readonly hidden?: ReadonlySet<string>;
  /** Ids of layers that take neither hover nor click. */
  readonly inert?: ReadonlySet<string>;
  /** By layer id. A new function restyles that layer; keep it stable between renders. */
  readonly paintOverrides?: Readonly<Record<string, PaintOverride | undefined>>;
  /** `all` holds everything under the pointer, topmost first; `hit` is the first of them. */
  readonly onFeatureClick?: (hit: FeatureHit, all: readonly FeatureHit[]) => void;
  readonly onHover?: (hit: FeatureHit | null) => void;
  /** Key of the feature drawn with a ring. */
  readonly highlighted?: string | null;
  /** Default: the feature's `id` as text. */
  readonly featureKey?: (feature: MapFeature) => string;
}

/** A point to choose; one with a `color` is chosen. */
export interface MapPoint {
  readonly id: number;
  readonly lat: number;
  readonly lon: number;
  readonly label: string;
  readonly color?: string | undefined;
}

export type DrawKind = 'line' | 'polygon' | 'rectangle' | 'circle' | 'marker';

/** A finished drawing, measured on the sphere. `id` is stable while the drawing exists. */
export type Shape =
  | { readonly id: number; readonly kind: 'line'; readonly lengthMeters: number }
  | {
      readonly id: number;
      readonly kind: 'polygon' | 'rectangle';
      readonly areaSquareMeters: number;
      readonly perimeterMeters: number;
    }
  | {
      readonly id: number;
      readonly kind: 'circle';
      readonly radiusMeters: number;
      readonly areaSquareMeters: number;
    }
  | { readonly id: number; readonly kind: 'marker'; readonly lat: number; readonly lon: number };

/** Why the last click was not taken, or the last shape was dropped. */
export type DrawProblem = 'crossing' | 'too-small';

export type DrawMode =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'drawing';
      readonly shape: DrawKind;
      /** Points set so far, of a line or a polygon. */
      readonly points: number;
      readonly problem: DrawProblem | null;
    }
  | { readonly kind: 'editing' };

/** What can be told to a map; from a `ref` on MapView, or useMapCommands() inside it. */
export interface MapCommands {
  /** Animated, unless the visitor asked for less motion. */
  flyTo(center: LatLon, zoom: number): void;
  setView(center: LatLon, zoom: number): void;
  fitBounds(bounds: MapBounds): void;
  /** Back to the default view. */
  home(): void;
  invalidateSize(): void;
  getView(): MapViewState;
  /** Needs a `<DrawTools>` inside the map. Loads the drawing library on first use; Escape cancels. */
  startDrawing(kind: DrawKind): Promise<void>;
  /** Ends drawing or editing; what was being drawn is dropped, what was edited is kept. */
  stopDrawing(): void;
  /** Ends the line or polygon being drawn at its last point, once it has enough of them. */
  finishDrawing(): void;
  /** Takes the last point back. */
  undoDrawingPoint(): void;
  /** Handles on the finished drawings, until stopDrawing(). */
  editDrawings(): Promise<void>;
  removeDrawing(id: number): void;
  clearDrawings(): void;
}

export interface LegendEntry {
  readonly label: string;
  readonly color: string;
  readonly shape: 'circle' | 'ring' | 'line' | 'square';
}

/** What was measured on a drawing, as it shall be printed. */
export interface PrintedMeasurement {
  readonly title: string;
  readonly figures: readonly string[];
}

export interface CaptureOptions {
  /** Longest wait for tiles, in milliseconds; default 8000. */
  readonly timeoutMs?: number;
  /** Pixels per CSS pixel; default the device's, at least 2. */
  readonly pixelRatio?: number;
}

/** The picture of a map without any furniture, and what is needed to label it. */
export interface MapCapture {
  readonly canvas: HTMLCanvasElement;
  /** Tiles that could not be had, as `z/x/y`; empty when the picture is complete. */
  readonly missingTiles: readonly string[];
  /** True when outlines stand in for the basemap. */
  readonly outlinesShown: boolean;
  readonly pixelRatio: number;
  /** Ground meters per CSS pixel at the middle of the map. */
  readonly metersPerPixel: number;
  /** Attribution as plain text. */
  readonly attribution: string;
}

export interface PngOptions {
  /** What a reader must know of the data; printed before the attribution. */
  readonly notes?: string;
  /** Default `map.png`. */
  readonly fileName?: string;
}

export interface PdfOptions {
  readonly capture: MapCapture;
  /** Free text in any script; may be empty. */
  readonly title: string;
  readonly legend: readonly LegendEntry[];
  readonly legendTitle?: string;
  /** Printed under the legend, in the order of the numbers on the drawings. */
  readonly measurements?: readonly PrintedMeasurement[];
  /** As it shall be printed, e.g. `05/14/2026`. */
  readonly date: string;
  /** Where the data come from. */
  readonly source: string;
  /** Default `map.pdf`. */
  readonly fileName?: string;
}

export interface MapViewProps {
  /** For commands from outside the map. */
  readonly ref?: Ref<MapCommands>;
  /** The view at the start; afterwards the map is moved by commands. */
  readonly center: LatLon;
  readonly zoom: number;
  readonly minZoom?: number;
  /** Default 18. */
  readonly maxZoom?: number;
  /** The view the home control returns to. */
  readonly homeView: MapPosition;
  readonly basemap: Basemap;
  readonly theme: MapTheme;
  /** Called once, the first time tiles cannot be had: state and county lines to show in their place. */
  readonly outlines?: () => Promise<GeoJsonCollection>;
  readonly onBasemapStatus?: (status: BasemapStatus) => void;
  /** After every move, and once when the map is ready. */
  readonly onViewChange?: (view: MapViewState) => void;
  /** The map's accessible name. */
  readonly label: string;
  readonly className?: string;
  readonly children?: ReactNode;
}

export interface MapPopupProps {
  readonly position: LatLon;
  /** The popup's accessible name. */
  readonly label: string;
  /** Default 400 CSS pixels. */
  readonly maxWidth?: number;
  /** The visitor closed it: Escape, the close button or a click on the map. */
  readonly onClose: () => void;
  /** Default: focus moves in when the popup was opened by keyboard. */
  readonly moveFocus?: boolean;
  readonly children: ReactNode;
}

export interface PinProps {
  readonly position: LatLon;
  readonly label: string;
  readonly onClick?: () => void;
}

export interface BoundsBoxProps {
  readonly bounds: MapBounds;
}

export interface DrawToolsProps {
  readonly onShapesChange: (shapes: readonly Shape[]) => void;
  readonly onModeChange?: (mode: DrawMode) => void;
}
