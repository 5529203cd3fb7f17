/** Stage in ft and flow in cfs, ascending. */
export type RatingPoint = readonly [stage: number, flow: number];

/** A rating table, from `validFrom` on, an instant in milliseconds since 1970. */
export type Rating = {
  readonly version: number;
  readonly validFrom: number;
  readonly offsetFt: number;
  readonly points: readonly RatingPoint[];
};

/**
 * Turns a stage (ft) into a flow (cfs): linear between the points of the table in the logarithms of the flow and of the
 * stage after the offset, as USGS does (Rantz and others, 1982, Water-Supply Paper 2175, chapter 10; Kennedy, 1984,
 * TWRI book 3, chapter A10). Where a point has no logarithm, a flow of 0, it is linear in both. Undefined beyond the ends.
 * @example rateStage({ offsetFt: 0, points: [[1, 10], [4, 160]], … }, 2) // 40
 */
export function rateStage({ offsetFt, points }: Rating, stage: number): number | undefined {
  const above = points.findIndex(([each]) => each >= stage);
  const [highStage, highFlow] = points[above] ?? [];
  if (highStage === undefined || highFlow === undefined) return undefined;
  if (highStage === stage) return highFlow;
  const [lowStage, lowFlow] = points[above - 1] ?? [];
  if (lowStage === undefined || lowFlow === undefined) return undefined;
  if (lowFlow <= 0 || lowStage <= offsetFt) {
    return lowFlow + ((stage - lowStage) / (highStage - lowStage)) * (highFlow - lowFlow);
  }
  const share =
    Math.log((stage - offsetFt) / (lowStage - offsetFt)) /
    Math.log((highStage - offsetFt) / (lowStage - offsetFt));
  return lowFlow * (highFlow / lowFlow) ** share;
}

/** Finds the table that holds at an instant: the one that began last, and of those of one beginning the latest version. */
export function ratingAt(ratings: readonly Rating[], at: number): Rating | undefined {
  let found: Rating | undefined;
  for (const each of ratings) {
    if (each.validFrom > at) continue;
    const isLater =
      !found ||
      each.validFrom > found.validFrom ||
      (each.validFrom === found.validFrom && each.version > found.version);
    if (isLater) found = each;
  }
  return found;
}

type RefusedLine = { readonly line: number; readonly text: string; readonly reason: string };

const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/**
 * Reads a table that was pasted: a stage and a flow on each line, with a comma, a semicolon, a tab or blanks between. A
 * first line of words is a header, and lines that begin with `#` are comments, as in the tables of USGS.
 */
export function parseRating(
  text: string,
  offsetFt: number,
): { readonly points: readonly RatingPoint[]; readonly refused: readonly RefusedLine[] } {
  const points: RatingPoint[] = [];
  const refused: RefusedLine[] = [];
  let isFirst = true;
  for (const [at, whole] of text.split(/\r\n?|\n/).entries()) {
    const trimmed = whole.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const cells = trimmed.split(/\s*[,;\t]\s*|\s+/).filter(Boolean);
    const isHeader = isFirst && cells.every((cell) => !/\d/.test(cell));
    isFirst = false;
    if (isHeader) continue;
    const reason = faultOfLine(cells, points.at(-1), offsetFt);
    if (reason === undefined) points.push([Number(cells[0]), Number(cells[1])]);
    else refused.push({ line: at + 1, text: trimmed.slice(0, 80), reason });
  }
  if (points.length < 2 && refused.length === 0)
    refused.push({ line: 1, text: '', reason: 'A table needs two points: a stage and a flow on each line.' });
  return { points, refused };
}

function faultOfLine(cells: readonly string[], before: RatingPoint | undefined, offsetFt: number) {
  if (cells.length !== 2) return `It has ${cells.length} numbers, not a stage and a flow.`;
  if (!cells.every((cell) => numberPattern.test(cell))) return 'It is not two numbers.';
  const [stage = 0, flow = 0] = cells.map(Number);
  if (flow < 0) return 'The flow is below 0.';
  if (before && stage <= before[0]) return 'The stage is not above the one before.';
  if (before && flow < before[1]) return 'The flow is below the one before, at a higher stage.';
  if (flow > 0 && stage <= offsetFt) return 'The stage is not above the offset, and has a flow.';
  return undefined;
}
