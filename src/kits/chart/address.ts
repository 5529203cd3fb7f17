import { formatDay, parseDay } from '#lib/calendar.ts';
import type { ChartState, TimeAxis } from './types.ts';

const maxHidden = 100;

/**
 * Writes a chart's state as a query, without `?`: `x=2020-01-01..2020-06-30&off=left-4,left-5`, the window and the hidden
 * lines. On an axis without dates the window is in positions: `x=92..180`. An open table is `numbers=yes`, a logarithmic
 * scale `log=yes`. `prefix` tells the keys from those of another chart: `s.`
 */
export function writeChartState(
  { window, hidden, hasTable, isLog }: ChartState,
  kind: TimeAxis['kind'],
  prefix = '',
): string {
  const query = new URLSearchParams();
  const set = (key: string, value: string) => query.set(prefix + key, value);
  if (window) set('x', `${write(Math.floor(window[0]), kind)}..${write(Math.ceil(window[1]), kind)}`);
  if (hidden.length > 0) set('off', hidden.join(','));
  if (hasTable) set('numbers', 'yes');
  if (isLog) set('log', 'yes');
  return query.toString().replaceAll('%2C', ',');
}

/** Reads a chart's state from a query; invalid parts get their defaults. */
export function readChartState(text: string, kind: TimeAxis['kind'], prefix = ''): ChartState {
  const query = new URLSearchParams(text);
  const get = (key: string) => query.get(prefix + key);
  const [from, to, more] = (get('x') ?? '').split('..').map((part) => read(part, kind));
  const hidden = (get('off') ?? '').split(',').filter((id) => /^[\w-]{1,40}$/.test(id));
  const isWindow = from !== undefined && to !== undefined && from < to && more === undefined;
  return {
    window: isWindow ? [from, to] : undefined,
    hidden: [...new Set(hidden)].slice(0, maxHidden),
    hasTable: get('numbers') === 'yes' || undefined,
    isLog: get('log') === 'yes' || undefined,
  };
}

function write(x: number, kind: TimeAxis['kind']): string {
  return kind === 'days' ? formatDay(x) : String(x);
}

function read(text: string, kind: TimeAxis['kind']): number | undefined {
  if (kind === 'days') return parseDay(text);
  return /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}
