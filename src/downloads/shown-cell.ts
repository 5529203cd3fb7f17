import { formatGain, type GainUnit, withheldReasons } from '#domain/gain-units.ts';
import { formatPercent } from '#lib/format-number.ts';
import type { GainRow } from './gains-table.ts';

/** A cell as it is shown. `value` is rounded as in `text`, null where nothing is shown. */
type ShownCell = {
  readonly value: number | null;
  readonly text: string;
  /** Why there is no percentage. */
  readonly withheld?: string;
};

/** Shows a cell of a row. The median itself stays in acre-feet: it is what the others are percentages of. */
export function shownCell(
  { cells, percents }: Pick<GainRow, 'cells' | 'percents'>,
  at: number,
  column: string,
  unit: GainUnit,
): ShownCell {
  const cell = cells[at];
  if (!cell) return { value: null, text: '' };
  const percent = percents[at];
  if (unit === 'volume' || column === 'Median' || !percent)
    return { value: cell.value, text: formatGain(cell.value) };
  if (percent.withheld !== undefined)
    return { value: null, text: '–', withheld: `no percentage: ${withheldReasons[percent.withheld]}` };
  return { value: Math.round(percent.percent) || 0, text: formatPercent(percent.percent) };
}
