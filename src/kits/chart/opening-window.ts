import { timeExtent } from './drawing/bars.ts';
import { columnsOf } from './drawing/lines.ts';
import { axisAt, levelColumns } from './drawing/value-axis.ts';
import { clampWindow, isWhole } from './state.ts';
import type { ChartContent, Extent } from './types.ts';

/** A running year that takes less of the axis than this is hard to read beside the rest of the year. */
const smallShare = 0.15;
/** The window has to show it so many times larger. */
const worthwhile = 1.5;
/** Days of values before the latest one, and of normals after it. */
const days = 60;

/**
 * The window in which a chart of a season opens: the last 60 days of the running year and the next 60 of what is normal, where
 * that year fills little of the axis of the whole, such as a river in November. Undefined where everything is shown.
 */
export function openingWindow(content: ChartContent, isLog: boolean): Extent | undefined {
  if (!content.followsSeason) return undefined;
  const columns = columnsOf(content);
  const leading = content.series.filter((each) => each.emphasis === 'leading' && each.xs.length > 0);
  const [running] = leading;
  if (!running || leading.length > 1) return undefined;
  const whole = timeExtent(columns);
  const axisOn = (all: Parameters<typeof axisAt>[1], window: Extent) =>
    axisAt(content, all, { side: running.side, window, isLog });
  const axis = axisOn([...columns, ...levelColumns(content, whole)], whole);
  if (axis.isLog) return undefined;
  const values = Array.from(running.ys);
  const range = Math.max(...values) - Math.min(...values);
  const spanOf = ([low, high]: Extent) => high - low;
  if (range >= smallShare * spanOf(axis.extent)) return undefined;
  const last = running.xs[running.xs.length - 1] ?? 0;
  const window = clampWindow([last - days, last + days], whole);
  if (isWhole(window, whole)) return undefined;
  return spanOf(axis.extent) >= worthwhile * spanOf(axisOn(columns, window).extent) ? window : undefined;
}
