/** The levels of a reservoir as shares of its capacity; undefined where there is none. */
export type TeacupLevels = {
  readonly now: number | undefined;
  readonly lastYear: number | undefined;
  readonly median: number | undefined;
  /** Its capacity as a share of the largest one's. */
  readonly size: number;
};

/** The box of every teacup, in the units of its shapes. */
export const teacupBox = { width: 96, height: 62 } as const;

const top = 4;
const bottom = 60;
/** The bottom of a cup is narrower than its rim by this share. */
const taper = 0.28;
const narrowest = 26;
/** How far the marks stand out of the cup. */
const overhang = 4;

type Mark = { readonly from: number; readonly to: number; readonly at: number };

/** The shapes of a teacup: paths of the cup and of the water in it, and a line for each mark. */
export type Teacup = {
  readonly cup: string;
  readonly water: string | undefined;
  readonly lastYear: Mark | undefined;
  readonly median: Mark | undefined;
};

/**
 * Lays a teacup out. The height of the water is its share of the capacity; the width of the rim grows with the root of the
 * capacity, so that the area of the cup does with the capacity, down to a width that can be seen.
 */
export function layOutTeacup({ now, lastYear, median, size }: TeacupLevels): Teacup {
  const rim = Math.max(
    narrowest,
    (teacupBox.width - 2 * overhang) * Math.sqrt(Math.min(1, Math.max(0, size))),
  );
  const middle = teacupBox.width / 2;
  const heightAt = (level: number) => bottom - Math.min(1, Math.max(0, level)) * (bottom - top);
  const halfAt = (y: number) => (rim / 2) * (1 - (taper * (y - top)) / (bottom - top));
  const shape = (y: number) => {
    const points = [
      [middle - halfAt(y), y],
      [middle + halfAt(y), y],
      [middle + halfAt(bottom), bottom],
      [middle - halfAt(bottom), bottom],
    ];
    return `M${points.map((point) => point.map((each) => each.toFixed(1)).join(' ')).join('L')}Z`;
  };
  const mark = (level: number | undefined): Mark | undefined => {
    if (level === undefined) return undefined;
    const at = heightAt(level);
    const half = halfAt(at) + overhang;
    return { from: middle - half, to: middle + half, at };
  };
  return {
    cup: shape(top),
    water: now === undefined ? undefined : shape(heightAt(now)),
    lastYear: mark(lastYear),
    median: mark(median),
  };
}
