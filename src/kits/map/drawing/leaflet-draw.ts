import L from 'leaflet';
import { drawOf } from './leaflet-global.ts';
import 'leaflet-draw';
import './drawing.css';
import { createPinIcon } from '../pin-icon.ts';
import type { Drawing, DrawKind, LatLon, Shape } from '../types.ts';
import { areaSquareMeters, circleSquareMeters, lengthMeters, toLatLon } from './measure.ts';

// Loaded with the first drawing.
const Draw = drawOf();

// It also calls a helper by a name that Leaflet has deprecated, which would warn at every edit.
Reflect.set(L.Polyline, '_flat', L.LineUtil.isFlat);

interface DrawStyle {
  readonly color: string;
}

// leaflet-draw reads `poly` from the options of a polygon that is edited.
function shapeOptions({ color }: DrawStyle) {
  return {
    color,
    weight: 3,
    opacity: 1,
    fillColor: color,
    fillOpacity: 0.15,
    poly: { allowIntersection: false },
  };
}

function vertexIcon(): L.DivIcon {
  return L.divIcon({ className: 'map-handle leaflet-editing-icon', iconSize: [14, 14] });
}

/** Emitted when a point is refused because edges would cross; the library only shows this next to the pointer. */
function notifyCrossing(handler: L.Draw.Polygon, onCrossing: () => void): L.Draw.Polygon {
  const show: unknown = Reflect.get(handler, '_showErrorTooltip');
  if (typeof show !== 'function') return handler;
  Reflect.set(handler, '_showErrorTooltip', () => {
    Reflect.apply(show, handler, []);
    onCrossing();
  });
  return handler;
}

/** Creates a handler that draws one shape of a kind. */
export function createHandler(
  map: L.Map,
  kind: DrawKind,
  style: DrawStyle,
  onCrossing: () => void,
): L.Draw.Feature {
  // leaflet-draw's types give the map a second name.
  const drawMap = map as L.DrawMap;
  const shared = { shapeOptions: shapeOptions(style), icon: vertexIcon(), touchIcon: vertexIcon() };
  const line = { ...shared, metric: false, feet: true, showLength: true };
  // The area display assigns an undeclared variable, which strict mode forbids.
  const area = { ...line, showArea: false, allowIntersection: false };
  switch (kind) {
    case 'line':
      return new Draw.Polyline(drawMap, { ...line, shapeOptions: { ...shared.shapeOptions, fill: false } });
    case 'polygon':
      return notifyCrossing(new Draw.Polygon(drawMap, area), onCrossing);
    case 'rectangle':
      return new Draw.Rectangle(drawMap, {
        shapeOptions: shared.shapeOptions,
        showArea: false,
        metric: false,
      });
    case 'circle':
      return new Draw.Circle(drawMap, { ...shared, metric: false, feet: true, showRadius: true });
    case 'marker':
      return new Draw.Marker(drawMap, { icon: createPinIcon() });
  }
}

/** Creates a finished drawing. */
export function createLayer(drawing: Drawing, style: DrawStyle): L.Layer | null {
  const points = drawing.points.map(([lat, lon]) => L.latLng(lat, lon));
  const [first, second] = points;
  if (!first) return null;
  const options = shapeOptions(style);
  switch (drawing.kind) {
    case 'line':
      return L.polyline(points, { ...options, fill: false });
    case 'polygon':
      return L.polygon(points, options);
    case 'rectangle':
      return second ? L.rectangle(L.latLngBounds(first, second), options) : null;
    case 'circle':
      return L.circle(first, { ...options, radius: drawing.radiusMeters });
    case 'marker':
      return L.marker(first, { icon: createPinIcon() });
  }
}

function ringOf(points: unknown): LatLon[] {
  const ring: unknown = Array.isArray(points) && Array.isArray(points[0]) ? points[0] : points;
  if (!Array.isArray(ring)) return [];
  return ring.flatMap((point): LatLon[] => (point instanceof L.LatLng ? [toLatLon(point)] : []));
}

export function measureLayer(layer: L.Layer, id: number): Shape | null {
  if (layer instanceof L.Circle) {
    const radiusMeters = layer.getRadius();
    return {
      id,
      kind: 'circle',
      points: [toLatLon(layer.getLatLng())],
      radiusMeters,
      areaSquareMeters: circleSquareMeters(radiusMeters),
    };
  }
  if (layer instanceof L.Marker) {
    const place = layer.getLatLng();
    const { lat, lng } = place.wrap();
    return { id, kind: 'marker', points: [toLatLon(place)], lat, lon: lng };
  }
  if (layer instanceof L.Polygon) {
    const ring = ringOf(layer.getLatLngs());
    const figures = { areaSquareMeters: areaSquareMeters(ring) };
    if (!(layer instanceof L.Rectangle)) return { id, kind: 'polygon', points: ring, ...figures };
    const bounds = layer.getBounds();
    const corners = [bounds.getSouthWest(), bounds.getNorthEast()].map(toLatLon);
    return { id, kind: 'rectangle', points: corners, ...figures };
  }
  if (layer instanceof L.Polyline) {
    const points = ringOf(layer.getLatLngs());
    return { id, kind: 'line', points, lengthMeters: lengthMeters(points) };
  }
  return null;
}

/** Adds editing handles to a finished drawing, or removes them. */
export function setEditable(layer: L.Layer, editable: boolean): void {
  const editing: unknown =
    layer instanceof L.Marker ? layer.dragging : 'editing' in layer ? layer.editing : undefined;
  if (!(editing instanceof L.Handler)) return;
  if (editable) editing.enable();
  else editing.disable();
}

export function finish(handler: L.Draw.Feature): void {
  if (handler instanceof Draw.Polyline) handler.completeShape();
}

/** Adds a point to a line or polygon. */
export function addPoint(handler: L.Draw.Feature, at: L.LatLng): void {
  if (handler instanceof Draw.Polyline) handler.addVertex(at);
}

export function undoPoint(handler: L.Draw.Feature): void {
  if (handler instanceof Draw.Polyline) handler.deleteLastVertex();
}

export const createdEvent = Draw.Event.CREATED;
export const changedEvents = [Draw.Event.EDITVERTEX, Draw.Event.EDITMOVE, Draw.Event.EDITRESIZE].join(' ');
export const vertexEvent = Draw.Event.DRAWVERTEX;
export const stoppedEvent = Draw.Event.DRAWSTOP;

export function restyle(layer: L.Layer, style: DrawStyle): void {
  if (layer instanceof L.Path) layer.setStyle({ color: style.color, fillColor: style.color });
}
