import * as L from 'leaflet';
import { type Ref, useEffect, useImperativeHandle, useMemo } from 'react';
import { useMap } from 'react-leaflet';
import type { LatLon } from './types.ts';

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
