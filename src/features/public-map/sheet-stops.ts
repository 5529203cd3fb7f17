/** The heights of the sheet: its heading, its share of the map, everything. */
export const sheetStops = ['peek', 'half', 'full'] as const;
export type SheetStop = (typeof sheetStops)[number];

/** The next stop up or down; the same at the ends. */
export function nextStop(stop: SheetStop, by: 1 | -1): SheetStop {
  return sheetStops[sheetStops.indexOf(stop) + by] ?? stop;
}

/** In CSS pixels a millisecond; a faster drag goes on in its direction. */
const flingSpeed = 0.5;

type Drag = {
  readonly stop: SheetStop;
  /** Where the drag ended, in CSS pixels. */
  readonly height: number;
  /** Upward, in CSS pixels a millisecond. */
  readonly speed: number;
  /** The heights of the stops, in CSS pixels. */
  readonly heights: Readonly<Record<SheetStop, number>>;
};

/** Where the sheet stops after a drag: the nearest stop, or the next one of a fling. */
export function stopAfterDrag({ stop, height, speed, heights }: Drag): SheetStop {
  const distanceOf = (each: SheetStop) => Math.abs(heights[each] - height);
  const nearest = sheetStops.reduce((one, other) => (distanceOf(other) < distanceOf(one) ? other : one));
  if (Math.abs(speed) < flingSpeed || nearest !== stop) return nearest;
  return nextStop(stop, speed > 0 ? 1 : -1);
}
