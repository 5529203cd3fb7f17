import { boxContains, parseBoundingBox } from '#lib/bounding-box.ts';
import { daysIntersect, parseDayInterval } from '#lib/day-interval.ts';
import { fold } from '#lib/fold.ts';
import { areaIntersectsBox } from '#lib/polygon.ts';
import type { Item } from './datasets.ts';

/** The selecting parameters of a request, which the contract has checked. */
export type Selection = {
  readonly bbox?: string | undefined;
  readonly datetime?: string | undefined;
  readonly type?: string | undefined;
  readonly provider?: string | undefined;
  readonly huc8?: string | undefined;
  readonly name?: string | undefined;
};

/**
 * Selects items. What has no geometry is in every box, and what has no values is in every time, as the standard
 * demands. A name matches in part, the other texts as a whole, in any case.
 */
export function selectItems(items: readonly Item[], selection: Selection): readonly Item[] {
  const boxes = selection.bbox === undefined ? undefined : parseBoundingBox(selection.bbox);
  const days = selection.datetime === undefined ? undefined : parseDayInterval(selection.datetime);
  const { type, provider, huc8, name } = selection;
  return items.filter(
    ({ geometry, period, site }) =>
      (!boxes ||
        !geometry ||
        boxes.some((box) =>
          geometry.type === 'Point'
            ? boxContains(box, ...geometry.coordinates)
            : areaIntersectsBox(geometry, box),
        )) &&
      (!days || !period || daysIntersect(days, period)) &&
      isSame(type, site?.loc_type_name) &&
      isSame(provider, site?.data_provider) &&
      isSame(huc8, site?.huc8_code) &&
      (name === undefined || fold(site?.loc_name ?? '').includes(fold(name))),
  );
}

function isSame(wanted: string | undefined, value: string | null | undefined): boolean {
  return wanted === undefined || (typeof value === 'string' && fold(value) === fold(wanted));
}
