import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useMap } from 'react-leaflet';
import { toLatLng } from './commands.ts';
import { NameTag } from './name-tag.ts';
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
