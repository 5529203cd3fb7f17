import { formatDay, parseDay } from '#domain/calendar.ts';
import { type ChartState, wholeChart } from '#kits/chart/index.ts';

/** `x=2020-01-01..2020-06-30&off=left-4`: the part of the time that is shown and the lines that are not. */
export function writeChartState({ window, hidden }: ChartState): string {
  const query = new URLSearchParams();
  if (window) query.set('x', `${formatDay(Math.floor(window[0]))}..${formatDay(Math.ceil(window[1]))}`);
  if (hidden.length > 0) query.set('off', hidden.join(','));
  return query.toString().replaceAll('%2C', ',');
}

/** Reads a query; what makes no sense is as at first. */
export function readChartState(text: string): ChartState {
  const query = new URLSearchParams(text);
  const [from, to] = (query.get('x') ?? '').split('..').map(parseDay);
  const hidden = (query.get('off') ?? '').split(',').filter((id) => /^(left|right)-\d{1,9}$/.test(id));
  return {
    window: from !== undefined && to !== undefined && from < to ? [from, to] : wholeChart.window,
    hidden: [...new Set(hidden)],
  };
}
