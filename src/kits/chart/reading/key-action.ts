import type { ChartSeries, Extent } from '../types.ts';
import { nearestX, neighborX } from './bisect.ts';

/** What a key does to a chart. */
type KeyAction =
  | { readonly kind: 'read'; readonly x: number | undefined }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'show-all' }
  | { readonly kind: 'leave' };

const daysPerMonth = 30;

/** Arrows read by day, Page Up and Page Down by month, Home and End at the window's ends; + and − zoom, 0 shows all. */
export function keyAction(
  key: string,
  { shown, at, window }: { shown: readonly ChartSeries[]; at: number | undefined; window: Extent },
): KeyAction | undefined {
  const here = at ?? (key === 'ArrowLeft' ? window[1] + 1 : window[0] - 1);
  switch (key) {
    case 'ArrowRight':
      return { kind: 'read', x: neighborX(shown, here, 1) };
    case 'ArrowLeft':
      return { kind: 'read', x: neighborX(shown, here, -1) };
    case 'PageDown':
      return { kind: 'read', x: nearestX(shown, here + daysPerMonth) };
    case 'PageUp':
      return { kind: 'read', x: nearestX(shown, here - daysPerMonth) };
    case 'Home':
      return { kind: 'read', x: nearestX(shown, window[0]) };
    case 'End':
      return { kind: 'read', x: nearestX(shown, window[1]) };
    case '+':
    case '=':
      return { kind: 'zoom', factor: 0.5 };
    case '-':
      return { kind: 'zoom', factor: 2 };
    case '0':
      return { kind: 'show-all' };
    case 'Escape':
      return { kind: 'leave' };
    default:
      return undefined;
  }
}
