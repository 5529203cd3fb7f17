/**
 * The lines of a season by theme: the running year in the accent, the year before, further years, and the specified colors of
 * the statistics: Maximum red, not the red of Submit, Median black or white, Minimum blue.
 */
export const seasonPaint = {
  light: {
    running: '#0b6597',
    last: '#3b464d',
    other: '#b3bdc4',
    maximum: '#d8003f',
    median: '#000000',
    minimum: '#1f3fe0',
  },
  dark: {
    running: '#66b5e3',
    last: '#cfd8dd',
    other: '#55636b',
    maximum: '#ff5c6e',
    median: '#ffffff',
    minimum: '#7f9bff',
  },
} as const;

/** The dots of a median. */
export const medianDash: readonly number[] = [1.5, 2.5];
export const medianWidth = 1.25;

/** The colors of the bands of the normals, from the palest and widest to the innermost. */
export const bandColors = {
  light: ['#eef2f5', '#dfe6eb', '#cad5dd'],
  dark: ['#20292e', '#2a353b', '#374650'],
} as const;

/**
 * Colors of chosen years, by theme. Any two differ by 20 or more (CIEDE2000), also with deutan vision (simulated as in
 * Machado et al. 2009), and each has a contrast of 3:1 or more on the surface and on every band. From the running year and
 * the statistics they differ by 14 or more, from the red of Submit buttons by 20.
 */
export const yearColors = {
  light: ['#d10b7d', '#014240', '#a709f9', '#6e671b', '#05028e', '#4f0d00'],
  dark: ['#f869ea', '#25a389', '#f9ada7', '#48aa0c', '#b8fbf7', '#cefe2d'],
} as const;

/** The slots of keys, from 0. */
export type Slots = ReadonlyMap<number, number>;

const noSlots: Slots = new Map();

/**
 * Gives each key one of `count` slots: the one that it holds, else its own, or the next free one where that is taken by a key
 * before it. What is chosen later never changes the slot of what was there. Keys beyond the last slot get none.
 */
export function assignSlots(keys: readonly number[], count: number, held = noSlots): Slots {
  const slots = new Map(
    keys.flatMap((key): [number, number][] => {
      const slot = held.get(key);
      return slot === undefined ? [] : [[key, slot]];
    }),
  );
  const taken = new Set(slots.values());
  for (const key of keys) {
    if (slots.has(key) || taken.size === count) continue;
    let slot = ((key % count) + count) % count;
    while (taken.has(slot)) slot = (slot + 1) % count;
    slots.set(key, slot);
    taken.add(slot);
  }
  return slots;
}

/** The slots of chosen years: all but the latest and the one before it, which have colors of their own. */
export function slotsOfYears(years: readonly number[], held = noSlots): Slots {
  const running = Math.max(...years);
  const others = years.filter((year) => year !== running && year !== running - 1);
  return assignSlots(others, yearColors.light.length, held);
}

/** How the line of a year is drawn. */
export type YearStyle = {
  readonly color: string;
  readonly width?: number;
  readonly emphasis?: 'leading' | 'context';
};

type YearSettings = {
  readonly running: number | undefined;
  readonly theme: 'light' | 'dark';
  /** Slots that were taken when the years were chosen. */
  readonly held?: Slots | undefined;
};

/**
 * How the lines of years are drawn, in the order in which they were chosen: the running one leads in the accent, the one
 * before it is dark gray, up to six others have a color each, and further ones are thin and gray.
 */
export function styleYears(
  years: readonly number[],
  { running, theme, held }: YearSettings,
): ReadonlyMap<number, YearStyle> {
  const paint = seasonPaint[theme];
  const isOwn = (year: number) => year === running || (running !== undefined && year === running - 1);
  const colors = yearColors[theme];
  const slots = assignSlots(
    years.filter((year) => !isOwn(year)),
    colors.length,
    held,
  );
  return new Map(
    years.map((year): [number, YearStyle] => {
      if (year === running) return [year, { color: paint.running, emphasis: 'leading' }];
      if (isOwn(year)) return [year, { color: paint.last, width: 1.5 }];
      const color = colors[slots.get(year) ?? -1];
      return [year, color ? { color } : { color: paint.other, emphasis: 'context' }];
    }),
  );
}
