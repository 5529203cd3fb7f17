import type { ChartLevel, Side } from './types.ts';

/** A line across the plot: its value and label. */
type LevelRow = { readonly y: number; readonly text: string };

export type LevelRows = Record<`${Side}Levels`, readonly LevelRow[]>;

export function levelRows(levels: readonly ChartLevel[]): LevelRows {
  return { leftLevels: rowsOn('left', levels), rightLevels: rowsOn('right', levels) };
}

function rowsOn(side: Side, levels: readonly ChartLevel[]): readonly LevelRow[] {
  return levels.filter((each) => each.side === side).map(({ value, label }) => ({ y: value, text: label }));
}
