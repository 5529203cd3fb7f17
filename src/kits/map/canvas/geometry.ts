import type { LatLon, MapFeature, MapFeatureCollection } from '../types.ts';

/** Web Mercator in CSS pixels of the whole world at zoom 0: 0 to 256 on both axes, y downward. */
export interface WorldPoint {
  readonly x: number;
  readonly y: number;
}

export interface WorldBox {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

export type GeometryTypeCode = 0 | 1 | 2 | 3;

/** A feature ready to draw. `parts` are lines, rings, or one list of points, each x, y, x, y, … */
export interface ProjectedFeature {
  readonly feature: MapFeature;
  readonly typeCode: GeometryTypeCode;
  readonly parts: readonly Float64Array[];
  readonly box: Readonly<WorldBox>;
}

const worldSize = 256;

export function toWorld(lat: number, lon: number): WorldPoint {
  const sine = Math.sin((Math.max(-85.0511, Math.min(85.0511, lat)) * Math.PI) / 180);
  return {
    x: (lon / 360 + 0.5) * worldSize,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * worldSize,
  };
}

export function fromWorld({ x, y }: WorldPoint): LatLon {
  const lat = (360 / Math.PI) * Math.atan(Math.exp((0.5 - y / worldSize) * 2 * Math.PI)) - 90;
  return [lat, (x / worldSize - 0.5) * 360];
}

/** 1 points, 2 lines, 3 areas, 0 anything else. */
export function toGeometryTypeCode(type: string): GeometryTypeCode {
  if (type === 'Point' || type === 'MultiPoint') return 1;
  if (type === 'LineString' || type === 'MultiLineString') return 2;
  if (type === 'Polygon' || type === 'MultiPolygon') return 3;
  return 0;
}

function projectPart(positions: unknown, box: WorldBox): Float64Array | null {
  if (!Array.isArray(positions) || positions.length === 0) return null;
  const part = new Float64Array(positions.length * 2);
  for (let index = 0; index < positions.length; index += 1) {
    const position: unknown = positions[index];
    if (!Array.isArray(position)) return null;
    const lon: unknown = position[0];
    const lat: unknown = position[1];
    if (typeof lon !== 'number' || typeof lat !== 'number') return null;
    if (!Number.isFinite(lon) || !Number.isFinite(lat)) return null;
    const { x, y } = toWorld(lat, lon);
    part[index * 2] = x;
    part[index * 2 + 1] = y;
    box.minX = Math.min(box.minX, x);
    box.maxX = Math.max(box.maxX, x);
    box.minY = Math.min(box.minY, y);
    box.maxY = Math.max(box.maxY, y);
  }
  return part;
}

function listParts(type: string, coordinates: unknown): readonly unknown[] {
  if (type === 'Point') return [[coordinates]];
  if (type === 'MultiPoint' || type === 'LineString') return [coordinates];
  if (!Array.isArray(coordinates)) return [];
  return type === 'MultiPolygon' ? coordinates.flat(1) : coordinates;
}

function projectFeature(feature: MapFeature): ProjectedFeature | null {
  const { geometry } = feature;
  if (!geometry || !('coordinates' in geometry)) return null;
  const typeCode = toGeometryTypeCode(geometry.type);
  if (typeCode === 0) return null;
  const box: WorldBox = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  const parts: Float64Array[] = [];
  for (const positions of listParts(geometry.type, geometry.coordinates)) {
    const part = projectPart(positions, box);
    if (part) parts.push(part);
  }
  return parts.length > 0 ? { feature, typeCode, parts, box } : null;
}

const cache = new WeakMap<MapFeatureCollection, readonly ProjectedFeature[]>();

/** The drawable features of a collection, projected once and cached as long as the collection exists. */
export function projectFeatures(collection: MapFeatureCollection): readonly ProjectedFeature[] {
  const cached = cache.get(collection);
  if (cached) return cached;
  const features: ProjectedFeature[] = [];
  for (const feature of collection.features) {
    const projected = projectFeature(feature);
    if (projected) features.push(projected);
  }
  cache.set(collection, features);
  return features;
}

const anchors = new WeakMap<ProjectedFeature, WorldPoint>();

/** The anchor of a label: the point, the middle vertex of the longest line, the centroid of the largest ring. */
export function anchorOf(projected: ProjectedFeature): WorldPoint {
  const anchor = anchors.get(projected) ?? findAnchor(projected);
  anchors.set(projected, anchor);
  return anchor;
}

function findAnchor({ typeCode, parts }: ProjectedFeature): WorldPoint {
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best));
  if (typeCode === 3) return ringCentroid(longest);
  const middle = typeCode === 2 ? Math.floor(longest.length / 4) * 2 : 0;
  return { x: longest[middle] ?? 0, y: longest[middle + 1] ?? 0 };
}

function ringCentroid(ring: Float64Array): WorldPoint {
  const x0 = ring[0] ?? 0;
  const y0 = ring[1] ?? 0;
  let area = 0;
  let sumX = 0;
  let sumY = 0;
  for (let index = 0; index + 3 < ring.length; index += 2) {
    const ax = (ring[index] ?? 0) - x0;
    const ay = (ring[index + 1] ?? 0) - y0;
    const bx = (ring[index + 2] ?? 0) - x0;
    const by = (ring[index + 3] ?? 0) - y0;
    const cross = ax * by - bx * ay;
    area += cross;
    sumX += (ax + bx) * cross;
    sumY += (ay + by) * cross;
  }
  return area === 0 ? { x: x0, y: y0 } : { x: x0 + sumX / (3 * area), y: y0 + sumY / (3 * area) };
}

/** A context scaled to CSS pixels, and the part of the world that it shows. */
export interface MapFrame {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** The pixels drawn beyond each edge of the map, across and down. */
  readonly marginX: number;
  readonly marginY: number;
  /** The zoom level as styles count it. */
  readonly zoom: number;
  /** CSS pixels per pixel of the 256-pixel world. */
  readonly scale: number;
  /** World position of the canvas's top left corner, in CSS pixels at this zoom. */
  readonly originX: number;
  readonly originY: number;
}

/** Colors from the theme, for what a style does not define. */
export interface Palette {
  readonly ink: string;
  readonly ground: string;
  readonly accent: string;
}

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

export function toScreen(frame: MapFrame, point: WorldPoint): ScreenPoint {
  return { x: point.x * frame.scale - frame.originX, y: point.y * frame.scale - frame.originY };
}

/** Whether a box of the world, extended by a margin in CSS pixels, touches the canvas. */
export function isBoxInFrame(frame: MapFrame, box: Readonly<WorldBox>, margin: number): boolean {
  const { scale, originX, originY, width, height } = frame;
  return (
    box.maxX * scale - originX >= -margin &&
    box.minX * scale - originX <= width + margin &&
    box.maxY * scale - originY >= -margin &&
    box.minY * scale - originY <= height + margin
  );
}
