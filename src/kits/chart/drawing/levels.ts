import type { ChartLevel, Side } from '../types.ts';
import type { Candidate, PlaceLabel } from './label-placement.ts';
import { type DrawnPlot, yPixel } from './plot-scale.ts';

/** A line across the plot: its value and label, which ends or begins at `align`, `dy` pixels below the line. */
type LevelRow = {
  readonly y: number;
  readonly text: string;
  readonly align: 'left' | 'center' | 'right';
  readonly dy: number;
};

export type LevelRows = Record<`${Side}Levels`, LevelRow[]>;

const letterWidth = 6.5;
const margin = 6;
const textHeight = 14;
/** From the line to the middle of the label. */
const distance = 10;

/** The levels with their labels where no line crosses them: above the right end if that is free. */
export function levelRows(levels: readonly ChartLevel[], plot: DrawnPlot, place: PlaceLabel): LevelRows {
  const rows: LevelRows = { leftLevels: [], rightLevels: [] };
  for (const level of levels) rows[`${level.side}Levels`].push(place(candidatesOf(level, plot)));
  return rows;
}

function candidatesOf(
  { label: text, value: y, side }: ChartLevel,
  plot: DrawnPlot,
): [Candidate<LevelRow>, ...Candidate<LevelRow>[]] {
  const { width } = plot.area;
  const size = text.length * letterWidth;
  const starts = { right: width - margin - size, left: margin, center: (width - size) / 2 };
  const at = (align: LevelRow['align'], dy: number): Candidate<LevelRow> => {
    const [left, middle] = [starts[align], yPixel(plot, side, y) + dy];
    const box = { left, right: left + size, top: middle - textHeight / 2, bottom: middle + textHeight / 2 };
    return { box, row: { y, text, align, dy } };
  };
  return [
    at('right', -distance),
    at('left', -distance),
    at('right', distance),
    at('left', distance),
    at('center', -distance),
    at('center', distance),
  ];
}
