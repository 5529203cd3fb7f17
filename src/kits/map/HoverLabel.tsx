import * as L from 'leaflet';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useMap } from 'react-leaflet';
import { toLatLng } from './commands.ts';
import type { LatLon } from './types.ts';

export interface NamedPlace {
  readonly position: LatLon;
  readonly text: string;
}

export interface HoverLabelHandle {
  /** Shows the name of a point, or none. */
  name(place: NamedPlace | null): void;
}

/** The name of the point under the pointer. It is set by its handle, because a render for each point would be too slow. */
export function HoverLabel({ ref }: { readonly ref: Ref<HoverLabelHandle> }) {
  const map = useMap();
  const tag = useRef<NameTag | null>(null);

  useEffect(() => {
    const created = new NameTag(map);
    tag.current = created;
    return () => {
      tag.current = null;
      created.remove();
    };
  }, [map]);

  useImperativeHandle(
    ref,
    () => ({
      name: (place) => {
        if (place) tag.current?.show(toLatLng(place.position), place.text);
        else tag.current?.hide();
      },
    }),
    [],
  );
  return null;
}

/** Closer to an edge of the map, in CSS pixels, a name is beside or below its point rather than cut. */
const roomAcross = 140;
const roomAbove = 48;

/**
 * The name of a point, above it. One element moves from point to point without being measured or laid out with the page,
 * because a pointer can cross a hundred points in a second.
 */
class NameTag {
  readonly #map: L.Map;
  readonly #tag = document.createElement('div');
  readonly #text = document.createElement('span');

  constructor(map: L.Map) {
    this.#map = map;
    this.#tag.className = 'map-name';
    this.#tag.append(this.#text);
    // Leaflet's pane for tooltips, above the points and below popups.
    map.getPane('tooltipPane')?.append(this.#tag);
    map.on('zoomanim', this.hide, this);
  }

  show(place: L.LatLngExpression, text: string): void {
    const { x, y } = this.#map.latLngToContainerPoint(place);
    const side = x < roomAcross ? 'right' : x > this.#map.getSize().x - roomAcross ? 'left' : 'middle';
    this.#tag.dataset.across = side;
    this.#tag.dataset.down = y < roomAbove ? 'below' : 'above';
    if (this.#text.textContent !== text) this.#text.textContent = text;
    L.DomUtil.setPosition(this.#tag, this.#map.latLngToLayerPoint(place));
    this.#tag.dataset.shown = '';
  }

  hide(): void {
    delete this.#tag.dataset.shown;
  }

  remove(): void {
    this.#map.off('zoomanim', this.hide, this);
    this.#tag.remove();
  }
}
