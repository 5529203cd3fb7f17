import L from 'leaflet';
import 'leaflet-draw';
import './drawing.css';
import { createPinIcon } from '../pin-icon.ts';
import type { DrawKind, LatLon, Shape } from '../types.ts';
import { areaSquareMeters, circleSquareMeters, lengthMeters, perimeterMeters } from './measure.ts';

// Loaded with the first drawing. leaflet-draw finds Leaflet as window.L, which Leaflet sets.

// It also calls a helper by a name that Leaflet has deprecated, which would warn at every edit.
Reflect.set(L.Polyline, '_flat', L.LineUtil.isFlat);

interface DrawStyle {
  readonly color: string;
}

function shapeOptions({ color }: DrawStyle): L.PathOptions {
  return { color, weight: 3, opacity: 1, fillColor: color, fillOpacity: 0.15 };
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
      return new L.Draw.Polyline(drawMap, { ...line, shapeOptions: { ...shared.shapeOptions, fill: false } });
    case 'polygon':
      return notifyCrossing(new L.Draw.Polygon(drawMap, area), onCrossing);
    case 'rectangle':
      return new L.Draw.Rectangle(drawMap, {
        shapeOptions: shared.shapeOptions,
        showArea: false,
        metric: false,
      });
    case 'circle':
      return new L.Draw.Circle(drawMap, { ...shared, metric: false, feet: true, showRadius: true });
    case 'marker':
      return new L.Draw.Marker(drawMap, { icon: createPinIcon() });
  }
}

function ringOf(points: unknown): LatLon[] {
  const ring: unknown = Array.isArray(points) && Array.isArray(points[0]) ? points[0] : points;
  if (!Array.isArray(ring)) return [];
  return ring.flatMap((point): LatLon[] => (point instanceof L.LatLng ? [[point.lat, point.lng]] : []));
}

export function measureLayer(layer: L.Layer, id: number): Shape | null {
  if (layer instanceof L.Circle) {
    const radiusMeters = layer.getRadius();
    return { id, kind: 'circle', radiusMeters, areaSquareMeters: circleSquareMeters(radiusMeters) };
  }
  if (layer instanceof L.Marker) {
    const { lat, lng } = layer.getLatLng();
    return { id, kind: 'marker', lat, lon: lng };
  }
  if (layer instanceof L.Polygon) {
    const ring = ringOf(layer.getLatLngs());
    return {
      id,
      kind: layer instanceof L.Rectangle ? 'rectangle' : 'polygon',
      areaSquareMeters: areaSquareMeters(ring),
      perimeterMeters: perimeterMeters(ring),
    };
  }
  if (layer instanceof L.Polyline)
    return { id, kind: 'line', lengthMeters: lengthMeters(ringOf(layer.getLatLngs())) };
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
  if (handler instanceof L.Draw.Polyline) handler.completeShape();
}

export function undoPoint(handler: L.Draw.Feature): void {
  if (handler instanceof L.Draw.Polyline) handler.deleteLastVertex();
}

export const createdEvent = L.Draw.Event.CREATED;
export const changedEvents = [L.Draw.Event.EDITVERTEX, L.Draw.Event.EDITMOVE, L.Draw.Event.EDITRESIZE].join(
  ' ',
);
export const vertexEvent = L.Draw.Event.DRAWVERTEX;
export const stoppedEvent = L.Draw.Event.DRAWSTOP;

export function restyle(layer: L.Layer, style: DrawStyle): void {
  if (layer instanceof L.Path) layer.setStyle({ color: style.color, fillColor: style.color });
}
