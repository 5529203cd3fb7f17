import { atom, computed, type ReadableAtom } from 'nanostores';
import type { SeriesLocation } from '#contract/time-series.ts';
import {
  chooseParameter,
  maxLocationsPerAxis,
  type Selection,
  type Side,
  toggleLocation,
} from '#domain/time-series/selection.ts';
import type { Lists } from './lists.ts';

type PickingSettings = {
  $selection: ReadableAtom<Selection>;
  $lists: ReadableAtom<Lists>;
  edit: (change: (selection: Selection) => Selection) => void;
  notify: (message: string, severity: 'success' | 'error' | 'info') => void;
};

/** Adds a site to the active axis, or removes it, on a click on the map. */
export function createPicking({ $selection, $lists, edit, notify }: PickingSettings) {
  const $chosenSide = atom<Side>('left');
  const $pickFor = computed([$chosenSide, $selection], (side, { oneAxis }) => (oneAxis ? 'left' : side));

  function pick(ids: readonly number[]): void {
    const side = $pickFor.get();
    const { parameter, locations } = $selection.get()[side];
    const hit = ids
      .map((id) => $lists.get().locations?.find((each) => each.loc_ndx === id))
      .find((each) => each && (parameter === undefined || each.parameter_ndx_array.includes(parameter)));
    if (!hit) return;
    if (parameter === undefined) {
      pickFirst(hit, side);
    } else if (locations.length >= maxLocationsPerAxis && !locations.includes(hit.loc_ndx)) {
      notify(
        `The ${side} axis already has ${maxLocationsPerAxis} locations, the maximum it can show.`,
        'error',
      );
    } else edit((selection) => toggleLocation(selection, side, hit.loc_ndx));
  }

  /** The first site of an axis also sets the parameter, if it has only one. */
  function pickFirst(
    { loc_ndx, loc_name, parameter_ndx_array, parameter_name_array }: SeriesLocation,
    side: Side,
  ) {
    const [parameter, ...others] = parameter_ndx_array;
    if (parameter === undefined) return;
    if (others.length > 0) {
      notify(
        `${loc_name} has ${parameter_name_array.join(', ')}. Choose the parameter of the ${side} axis first.`,
        'info',
      );
      return;
    }
    edit((selection) => toggleLocation(chooseParameter(selection, side, parameter), side, loc_ndx));
  }

  return { $pickFor, pickFor: (side: Side) => $chosenSide.set(side), pick };
}
