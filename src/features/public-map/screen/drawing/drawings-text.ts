import type { Drawing, DrawKind, DrawMode, LatLon } from '#kits/map/index.ts';
import { decodePolyline, encodePolyline, hasCrossingEdges } from '#lib/geometry/shapes.ts';

const letters: Readonly<Record<DrawKind, string>> = {
  line: 'l',
  polygon: 'p',
  rectangle: 'r',
  circle: 'c',
  marker: 'm',
};
const kinds = Object.keys(letters) as DrawKind[];

/** About 0.1 m. */
const decimals = 6;
const maxDrawings = 100;
const maxPoints = 1000;
/** Half of the earth's circumference. */
const maxRadiusMeters = 20_037_508;
/** Polylines have no comma. */
const separator = ',';
const pattern = /^([lprcm])(\d{1,8}(?:\.\d)?)?([?-~]+)$/;

/**
 * Serializes drawings as a letter for the kind, a circle's radius in meters, and an encoded polyline.
 * @example formatDrawings([{ kind: 'line', points: [[43.5, -112.8], [43.6, -112.8]] }]) // 'l_igorA~o|ruE_ibE?'
 */
export function formatDrawings(drawings: readonly Drawing[]): string {
  return drawings
    .map((drawing) => {
      const radius = drawing.kind === 'circle' ? Number(drawing.radiusMeters.toFixed(1)) : '';
      const line = drawing.points.map(([lat, lon]) => [lon, lat] as [number, number]);
      return letters[drawing.kind] + radius + encodePolyline(line, decimals);
    })
    .join(separator);
}

/** Parses drawings. Those that are none, such as a polygon whose edges cross, are counted and left out. */
export function parseDrawings(text: string): { drawings: readonly Drawing[]; failures: number } {
  const parts = text === '' ? [] : text.split(separator);
  const drawings = parts.slice(0, maxDrawings).flatMap((part) => parseDrawing(part) ?? []);
  return { drawings, failures: parts.length - drawings.length };
}

function parseDrawing(text: string): Drawing | undefined {
  const [, letter, radius, encoded = ''] = pattern.exec(text) ?? [];
  const kind = kinds.find((each) => letters[each] === letter);
  const points = parsePoints(encoded);
  if (!kind || !points || !isShape(kind, points)) return undefined;
  if (kind !== 'circle') return radius === undefined ? { kind, points } : undefined;
  const radiusMeters = Number(radius ?? 0);
  return radiusMeters > 0 && radiusMeters <= maxRadiusMeters ? { kind, points, radiusMeters } : undefined;
}

function parsePoints(encoded: string): LatLon[] | undefined {
  try {
    const points = decodePolyline(encoded, decimals).map(([lon, lat]): LatLon => [lat, lon]);
    // A shape over the antimeridian has longitudes beyond 180 degrees.
    const isValid = points.every(([lat, lon]) => Math.abs(lat) <= 90 && Math.abs(lon) <= 540);
    return isValid && points.length <= maxPoints ? points : undefined;
  } catch {
    return undefined;
  }
}

function isShape(kind: DrawKind, points: readonly LatLon[]): boolean {
  const isSame = ([lat, lon]: LatLon, [otherLat, otherLon]: LatLon) => lat === otherLat && lon === otherLon;
  const distinct = points.filter((point, index) => points.findIndex((each) => isSame(each, point)) === index);
  switch (kind) {
    case 'marker':
    case 'circle':
      return points.length === 1;
    case 'line':
      return distinct.length >= 2;
    case 'rectangle':
      return points.length === 2 && points[0]?.[0] !== points[1]?.[0] && points[0]?.[1] !== points[1]?.[1];
    case 'polygon':
      return distinct.length >= 3 && !hasCrossingEdges(points);
  }
}

/** The fewest points of a finished shape; none for shapes that are dragged or set. */
export const minPoints: Readonly<Partial<Record<DrawKind, number>>> = { line: 2, polygon: 3 };

/** Describes the next step of a drawing, for a touch screen or a mouse. */
export function describeDrawingHint(mode: Exclude<DrawMode, { kind: 'idle' }>, touch: boolean): string {
  if (mode.kind === 'editing') return 'Drag the points to change a drawing';
  const tap = touch ? 'Tap' : 'Click';
  const todo = mode.byKeyboard
    ? describeKeys(mode)
    : {
        line: `${tap} to add points`,
        polygon: `${tap} to add points`,
        rectangle: 'Drag from corner to corner',
        circle: 'Drag from the middle to the edge',
        marker: `${tap} to set the marker`,
      }[mode.shape];
  if (mode.problem === 'crossing') return `The edges may not cross. ${todo}`;
  if (mode.problem === 'too-small') return `That was too small to measure. ${todo}`;
  if (mode.problem === 'same-place') return `There is a point here already. ${todo}`;
  return todo;
}

function describeKeys({ shape, points }: { shape: DrawKind; points: number }): string {
  const toSet = {
    line: 'add a point',
    polygon: 'add a point',
    rectangle: points === 0 ? 'set a corner' : 'set the opposite corner',
    circle: points === 0 ? 'set the middle' : 'set the edge',
    marker: 'set the marker',
  }[shape];
  return `Arrow keys move the map, Enter to ${toSet} at the cross`;
}
