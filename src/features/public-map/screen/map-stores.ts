import { atom } from 'nanostores';
import type { FreshnessState } from '#domain/freshness.ts';
import type { MapViewState } from '#kits/map/index.ts';
import { defaultMapAddress, type MapAddress, type MapView } from './map-address.ts';
import type { MapPopupState } from './popup.ts';
import type { SiteFamily } from './site-filters.ts';

/** The legend entry that is pointed at: that of a value of the coloring, or of a state of the records. */
export type PointedEntry =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'state'; readonly state: FreshnessState };

export type MapStores = ReturnType<typeof createMapStores>;

/** Creates the state of the public map: what the address holds, and what lasts as long as the page. */
export function createMapStores(home: MapView) {
  const $state = atom<MapAddress>(defaultMapAddress(home));
  return {
    $state,
    change: (patch: Partial<MapAddress>) => $state.set({ ...$state.get(), ...patch }),
    $bounds: atom<MapViewState['bounds'] | undefined>(undefined),
    /** The part of the map whose sites are listed. */
    $listBounds: atom<MapViewState['bounds'] | undefined>(undefined),
    /** The popup of a site opens only after the flight to it, so that it can be fitted into the view. */
    $flying: atom(false),
    /** Whether the ground of the map, its tiles or what replaces them, is dark. */
    $isDark: atom(false),
    /** The legend entry whose sites are brought forward. */
    $pointedEntry: atom<PointedEntry | undefined>(undefined),
    /** The site that the keyboard is on in the list, and that the map names. */
    $pointedSite: atom<number | undefined>(undefined),
    /** The popup of a feature that is not a site. */
    $shapePopup: atom<MapPopupState | undefined>(undefined),
    /** `loc_ndx` of the sites that the last click hit. */
    $clicked: atom<ReadonlySet<number>>(new Set()),
    /** The family of sites that is listed. */
    $family: atom<SiteFamily>('all'),
    /** The debounced text of the comma mode; undefined in the other mode. */
    $idText: atom<string | undefined>(undefined),
  };
}
