/** A box of WGS 84 degrees. */
export type Box = {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
};

/**
 * Parses `west,south,east,north`, or six numbers with the lowest and highest height in the third and sixth place, which
 * do not matter to places without a height. A box across the antimeridian, whose west is greater than its east, becomes
 * the two boxes on either side of it: `170,-10,-170,10` is 170 to 180 and -180 to -170. Undefined for anything else.
 */
export function parseBoundingBox(text: string): readonly Box[] | undefined {
  const numbers = text.split(',').map((part) => (numeral.test(part) ? Number(part) : Number.NaN));
  if (numbers.some((each) => !Number.isFinite(each))) return undefined;
  const [west, south, east, north] = numbers.length === 6 ? withoutHeights(numbers) : numbers;
  if (west === undefined || south === undefined || east === undefined || north === undefined)
    return undefined;
  if (numbers.length !== 4 && numbers.length !== 6) return undefined;
  if (Math.abs(west) > 180 || Math.abs(east) > 180 || south < -90 || north > 90 || south > north)
    return undefined;
  if (west <= east) return [{ west, south, east, north }];
  return [
    { west, south, east: 180, north },
    { west: -180, south, east, north },
  ];
}

const numeral = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function withoutHeights([west = 0, south = 0, low = 0, east = 0, north = 0, high = 0]: readonly number[]) {
  return low <= high ? [west, south, east, north] : [];
}

/** Whether a position is in a box or on its border. */
export function boxContains(box: Box, longitude: number, latitude: number): boolean {
  return longitude >= box.west && longitude <= box.east && latitude >= box.south && latitude <= box.north;
}

/** The smallest box around positions, `[longitude, latitude]`; undefined for none. */
export function boxAround(positions: Iterable<readonly number[]>): Box | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude = 0, latitude = 0] of positions) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return west <= east ? { west, south, east, north } : undefined;
}
