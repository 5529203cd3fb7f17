import { type AddressCodec, type AddressField, addressCodec } from '#lib/address-codec.ts';
import { formatDay, parseDay } from '#lib/calendar.ts';
import { nearestX, neighborX } from './reading/bisect.ts';
import type { ChartSeries, ChartState, Extent, TimeAxis } from './types.ts';

/** The shortest window, in days. */
const minSpan = 5;

/** Zooms around `center`, within the whole; a `factor` below 1 shows less. */
export function zoomWindow(window: Extent, whole: Extent, center: number, factor: number): Extent {
  const span = window[1] - window[0];
  const maxSpan = whole[1] - whole[0];
  const next = Math.min(maxSpan, Math.max(Math.min(minSpan, maxSpan), span * factor));
  const share = span === 0 ? 0.5 : (center - window[0]) / span;
  return clampWindow([center - next * share, center + next * (1 - share)], whole);
}

/** Moves a window by days, within the whole. */
export function panWindow([from, to]: Extent, whole: Extent, by: number): Extent {
  return clampWindow([from + by, to + by], whole);
}

/** Moves a window into the whole, and shortens it if it is longer. */
export function clampWindow([from, to]: Extent, whole: Extent): Extent {
  const span = Math.min(to - from, whole[1] - whole[0]);
  const start = Math.min(Math.max(from, whole[0]), whole[1] - span);
  return [start, start + span];
}

export function isWhole([from, to]: Extent, whole: Extent): boolean {
  return to - from >= (whole[1] - whole[0]) * 0.999;
}

/** What a key does to a chart. */
type KeyAction =
  | { readonly kind: 'read'; readonly x: number | undefined }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'show-all' }
  | { readonly kind: 'leave' };

/** What a key reads: so many days further or, without days, the next value. */
const readKeys: Readonly<Record<string, { readonly step: 1 | -1; readonly days?: number }>> = {
  ArrowRight: { step: 1 },
  ArrowLeft: { step: -1 },
  PageDown: { step: 1, days: 30 },
  PageUp: { step: -1, days: 30 },
};
const daysPerWeek = 7;
const otherKeys: Readonly<Record<string, KeyAction>> = {
  '+': { kind: 'zoom', factor: 0.5 },
  '=': { kind: 'zoom', factor: 0.5 },
  '-': { kind: 'zoom', factor: 2 },
  0: { kind: 'show-all' },
  Escape: { kind: 'leave' },
};

/** Arrows read by day and with Shift by week, Page Up and Page Down by month, Home and End at the window's ends; + and − zoom, 0 shows all. */
export function keyAction(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  { shown, at, window }: { shown: readonly ChartSeries[]; at: number | undefined; window: Extent },
): KeyAction | undefined {
  const here = at ?? (key === 'ArrowLeft' ? window[1] + 1 : window[0] - 1);
  const found = readKeys[key];
  if (found) {
    const { step, days = shiftKey ? daysPerWeek : undefined } = found;
    const x = days === undefined ? neighborX(shown, here, step) : nearestX(shown, here + step * days);
    return { kind: 'read', x };
  }
  if (key === 'Home' || key === 'End')
    return { kind: 'read', x: nearestX(shown, window[key === 'Home' ? 0 : 1]) };
  return otherKeys[key];
}

const maxHidden = 100;

/**
 * The address of a chart's state: `x=2020-01-01..2020-06-30&off=left-4,left-5`, the window and the hidden lines. On an axis
 * without dates the window is in positions: `x=92..180`. An open table is `numbers=yes`, a logarithmic scale `log=yes`, marks of flagged values
 * `flagged=yes`.
 * Invalid parts are ignored. `prefix` tells the keys from those of another chart: `s.`
 */
export function chartCodec(kind: TimeAxis['kind'], prefix = ''): AddressCodec<ChartState> {
  const positionOf = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : undefined);
  const [read, write] = kind === 'days' ? [parseDay, formatDay] : [positionOf, String];
  return addressCodec<ChartState>(
    {
      window: {
        key: 'x',
        initial: undefined,
        parse(text) {
          const [from, to, more] = text.split('..').map(read);
          const isWindow = from !== undefined && to !== undefined && from < to && more === undefined;
          return isWindow ? [from, to] : undefined;
        },
        format: (window) => window && `${write(Math.floor(window[0]))}..${write(Math.ceil(window[1]))}`,
      },
      hidden: {
        key: 'off',
        initial: [],
        parse: (text) =>
          [...new Set(text.split(',').filter((id) => /^[\w-]{1,40}$/.test(id)))].slice(0, maxHidden),
        format: (hidden) => hidden.join(',') || undefined,
      },
      hasTable: switchField('numbers'),
      isLog: switchField('log'),
      hasExcluded: switchField('flagged'),
    },
    prefix,
  );
}

const switchField = (key: string): AddressField<true | undefined> => ({
  key,
  initial: undefined,
  parse: (text) => text === 'yes' || undefined,
  format: (isOn) => isOn && 'yes',
});
