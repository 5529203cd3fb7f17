import * as L from 'leaflet';
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useMap } from 'react-leaflet';
import { CanvasLayer, readThemeStyle, type ThemeStyle } from './canvas/canvas-layer.ts';
import type { MapFrame } from './canvas/geometry.ts';
import { fromWorld, toWorld } from './canvas/geometry.ts';
import { Scene, type SceneHit } from './canvas/scene.ts';
import type { ScreenBox } from './free-area.ts';
import { listenTo, useLatest, useMapState } from './map-context.ts';
import { compileLayer } from './style/compile.ts';
import type { StyleEvaluator } from './style/evaluator.ts';
import type {
  Emphasis,
  FeatureHit,
  LatLon,
  MapData,
  MapFeature,
  PaintOverride,
  StyleLayer,
} from './types.ts';

interface StyledLayersProps {
  readonly layers: readonly StyleLayer[];
  /** GeoJSON by source id; a missing source draws nothing. */
  readonly data: MapData;
  /** Ids of hidden layers, in addition to those with `layout.visibility: 'none'`. */
  readonly hidden?: ReadonlySet<string>;
  /** Ids of layers that ignore hover and clicks. */
  readonly inert?: ReadonlySet<string>;
  /** By layer id. A new function restyles the layer; keep it stable between renders. */
  readonly paintOverrides?: Readonly<Record<string, PaintOverride | undefined>>;
  /** `all` holds everything under the pointer, topmost first; `hit` is the first of them. */
  readonly onFeatureClick?: (hit: FeatureHit, all: readonly FeatureHit[]) => void;
  readonly onHover?: (hit: FeatureHit | null) => void;
  /** Key of the feature drawn with a ring, above all others. */
  readonly highlighted?: string | null;
  /** Points to bring forward: the others of their source fade. */
  readonly emphasized?: Emphasis | null;
  /** Default: the feature's `id` as text. */
  readonly featureKey?: (feature: MapFeature) => string;
}

const noLayers: ReadonlySet<string> = new Set();
const noOverrides = {};
const keyOf = (feature: MapFeature): string => String(feature.id ?? '');

/** In CSS pixels; wider for fingers than for a pointer. */
const tolerances = { mouse: 3, touch: 14 } as const;

const warned = new Set<string>();
function warnOnce(message: string): void {
  if (warned.has(message)) return;
  warned.add(message);
  console.warn(message);
}

type Compiled = ReturnType<typeof compileLayer>;

/** Compiles each layer object once, so that its cached drawing stays valid too; again with the evaluator, if one needs it. */
function useCompiled(layers: readonly StyleLayer[]): readonly Compiled[] {
  const [evaluator, setEvaluator] = useState<StyleEvaluator | null>(null);
  const compile = useMemo(() => {
    const cache = new WeakMap<StyleLayer, Compiled>();
    return (layer: StyleLayer): Compiled => {
      const warn = (message: string): void => warnOnce(`Map layer "${layer.id}": ${message}`);
      const compiled = cache.get(layer) ?? compileLayer(layer, evaluator, warn);
      cache.set(layer, compiled);
      return compiled;
    };
  }, [evaluator]);
  const compiled = useMemo(() => layers.map(compile), [layers, compile]);
  const isNeeded = compiled.some(({ needsEvaluator }) => needsEvaluator);
  useEffect(() => {
    if (!isNeeded) return;
    let wanted = true;
    import('./style/evaluator.ts').then(
      (module) => {
        if (wanted) setEvaluator(module.evaluator);
      },
      () => warnOnce('The style evaluator could not be loaded; layers with expressions show their defaults.'),
    );
    return () => {
      wanted = false;
    };
  }, [isNeeded]);
  return compiled;
}

const isOverControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('.leaflet-popup, .leaflet-control, .leaflet-marker-icon') !== null;

const covers = '.leaflet-bar, .leaflet-control-scale, [role="toolbar"], [data-over-map]';

/** The parts of the canvas under the controls of the map. */
function coveredBoxes(container: HTMLElement, { marginX, marginY }: MapFrame): readonly ScreenBox[] {
  const map = container.getBoundingClientRect();
  const controls = container.parentElement?.querySelectorAll(covers) ?? [];
  return [...controls].map((control) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const x = left - map.left + marginX;
    const y = top - map.top + marginY;
    return { left: x, top: y, right: x + width, bottom: y + height };
  });
}

function toFeatureHit({ layerId, projected }: SceneHit, latlng: L.LatLng): FeatureHit {
  const [x, y] = projected.parts[0] ?? [];
  const isPoint = projected.typeCode === 1 && x !== undefined && y !== undefined;
  return {
    layerId,
    feature: projected.feature,
    latlng: isPoint ? fromWorld({ x, y }) : [latlng.lat, latlng.lng],
  };
}

/** Mapbox-style layers over GeoJSON, all drawn on one canvas. */
export function StyledLayers(props: StyledLayersProps) {
  const { data, hidden = noLayers, inert = noLayers, paintOverrides = noOverrides } = props;
  const { highlighted = null, emphasized = null, featureKey = keyOf } = props;
  const map = useMap();
  const { theme, drawing } = useMapState();
  const layers = useCompiled(props.layers);
  const handlers = useLatest(props);
  const scene = useMemo(() => new Scene(warnOnce), []);
  const canvas = useRef<CanvasLayer | null>(null);
  const themeStyle = useRef<ThemeStyle | null>(null);

  useEffect(() => {
    const overrides = paintOverrides;
    scene.update({ layers, data, hidden, inert, overrides, highlighted, emphasized, featureKey });
    canvas.current?.requestDraw();
  }, [scene, layers, data, hidden, inert, paintOverrides, highlighted, emphasized, featureKey]);

  useEffect(() => {
    function readColors(): void {
      themeStyle.current = readThemeStyle(map.getContainer(), theme);
      canvas.current?.requestDraw();
    }
    readColors();
    return listenTo(map, 'groundchange', readColors);
  }, [map, theme]);

  useEffect(() => {
    const layer = new CanvasLayer('styled-layers', (frame) => {
      if (!themeStyle.current) return;
      const { palette, family } = themeStyle.current;
      scene.draw(frame, palette, family, coveredBoxes(map.getContainer(), frame));
    });
    canvas.current = layer;
    layer.addTo(map);
    // Labels are drawn again once the web font is loaded.
    document.fonts.ready.then(() => layer.requestDraw());
    return () => {
      canvas.current = null;
      layer.remove();
    };
  }, [map, scene]);

  useEffect(() => {
    const container = map.getContainer();
    let hovered: MapFeature | null = null;

    function hitsAt(event: L.LeafletMouseEvent): readonly FeatureHit[] {
      const frame = canvas.current?.frame;
      const original: MouseEvent | PointerEvent = event.originalEvent;
      if (!frame || drawing.current?.isActive() || isOverControl(original.target)) return [];
      const touch = 'pointerType' in original && original.pointerType === 'touch';
      const world = toWorld(event.latlng.lat, event.latlng.lng);
      const tolerance = touch ? tolerances.touch : tolerances.mouse;
      return scene.hits(world, frame, tolerance).map((hit) => toFeatureHit(hit, event.latlng));
    }
    function hover(hit: FeatureHit | null): void {
      container.classList.toggle('map-over-feature', hit !== null);
      if ((hit?.feature ?? null) === hovered) return;
      hovered = hit?.feature ?? null;
      handlers.current.onHover?.(hit);
    }
    const onMove = (event: L.LeafletMouseEvent): void => hover(hitsAt(event)[0] ?? null);
    const onOut = (): void => hover(null);
    const onClick = (event: L.LeafletMouseEvent): void => {
      const hits = hitsAt(event);
      const [hit] = hits;
      if (hit) handlers.current.onFeatureClick?.(hit, hits);
    };
    map.on('mousemove', onMove).on('mouseout', onOut).on('click', onClick);
    return () => {
      map.off('mousemove', onMove).off('mouseout', onOut).off('click', onClick);
      container.classList.remove('map-over-feature');
    };
  }, [map, scene, drawing, handlers]);

  return null;
}

export interface NamedPlace {
  readonly position: LatLon;
  readonly text: string;
  /** What is said of the place below its name. */
  readonly card?: HoverCard | undefined;
}

interface HoverCard {
  readonly value: string;
  /** Markup made by the portal's own code. */
  readonly bar: string;
  readonly standing: string;
  readonly tone: string;
}

export interface HoverLabelHandle {
  /** Shows the name of a point, or none. */
  name(place: NamedPlace | null): void;
}

/** The name of the point under the pointer. It is set by its handle, because a render for each point would be too slow. */
export function HoverLabel({ ref }: { readonly ref: Ref<HoverLabelHandle> }) {
  const map = useMap();
  const tag = useMemo(() => createNameTag(map), [map]);
  useEffect(() => tag.attach(), [tag]);
  useImperativeHandle(ref, () => tag, [tag]);
  return null;
}

/** Above Leaflet's popups, so that no name is half behind one. */
function ensureNamePane(map: L.Map): HTMLElement {
  const pane = map.getPane('names') ?? map.createPane('names');
  pane.style.zIndex = '710';
  pane.style.pointerEvents = 'none';
  return pane;
}

/** Closer to an edge of the map, in CSS pixels, a name is beside or below its point rather than cut. */
const roomAcross = 140;
const roomAbove = 96;

/**
 * Creates the name of a point, above it. One element moves from point to point without being measured or laid out with the
 * page, because a pointer can cross a hundred points in a second.
 */
function createNameTag(map: L.Map) {
  const tag = document.createElement('div');
  const box = document.createElement('span');
  const text = document.createElement('b');
  const value = document.createElement('strong');
  const bar = document.createElement('i');
  const standing = document.createElement('small');
  tag.className = 'map-name';
  box.append(text, value, bar, standing);
  tag.append(box);
  let shown: NamedPlace | undefined;
  function write(place: NamedPlace): void {
    if (shown?.text === place.text && shown.card === place.card) return;
    shown = place;
    const { card } = place;
    text.textContent = place.text;
    tag.toggleAttribute('data-card', card !== undefined);
    value.textContent = card?.value ?? '';
    bar.innerHTML = card?.bar ?? '';
    standing.textContent = card?.standing ?? '';
    standing.dataset.tone = card?.tone ?? '';
  }
  let popupPlace: L.LatLng | undefined;
  function hide(): void {
    delete tag.dataset.shown;
  }
  function onPopup({ popup, type }: L.PopupEvent): void {
    popupPlace = type === 'popupopen' ? popup.getLatLng() : undefined;
    hide();
  }
  return {
    attach(): () => void {
      ensureNamePane(map).append(tag);
      map.on('zoomanim', hide).on('popupopen popupclose', onPopup);
      return () => {
        map.off('zoomanim', hide).off('popupopen popupclose', onPopup);
        tag.remove();
      };
    },
    name(place: NamedPlace | null): void {
      const at = place && L.latLng(...place.position);
      // A popup names its own place.
      if (!at || popupPlace?.equals(at)) {
        hide();
        return;
      }
      const { x, y } = map.latLngToContainerPoint(at);
      tag.dataset.across = x < roomAcross ? 'right' : x > map.getSize().x - roomAcross ? 'left' : 'middle';
      tag.dataset.down = y < roomAbove ? 'below' : 'above';
      write(place);
      L.DomUtil.setPosition(tag, map.latLngToLayerPoint(at));
      tag.dataset.shown = '';
    },
  };
}
