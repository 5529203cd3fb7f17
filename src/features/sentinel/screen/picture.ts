/** What is drawn of a well: its depths to water in feet, by the day. */
export type DrawnWell = {
  readonly location: { readonly loc_ndx: number };
  readonly days: readonly number[];
  readonly depths: readonly number[];
  readonly maxGap: number;
};

/** The lines of all wells over one another: how far each water level is from its first reading, in feet, up where it rose. */
export type WellsPicture = {
  readonly lines: readonly {
    readonly ndx: number;
    readonly xs: readonly number[];
    readonly ys: readonly number[];
    readonly maxGap: number;
  }[];
  readonly span: readonly [from: number, to: number];
  /** Feet, also the same distance below and above 0. */
  readonly range: readonly [low: number, high: number];
};

/** Draws the wells in place of a screenshot of their dashboard. Undefined without readings. */
export function pictureOf(wells: readonly DrawnWell[]): WellsPicture | undefined {
  const lines = wells.flatMap(({ location, days, depths, maxGap }) => {
    const [first] = depths;
    if (first === undefined || days.length < 2) return [];
    return [{ ndx: location.loc_ndx, xs: days, ys: depths.map((depth) => first - depth), maxGap }];
  });
  if (lines.length === 0) return undefined;
  const days = lines.flatMap(({ xs }) => xs);
  const largest = lines.flatMap(({ ys }) => ys).reduce((far, each) => Math.max(far, Math.abs(each)), 0);
  const edge = Math.max(1, Math.ceil(largest));
  return {
    lines,
    span: [
      days.reduce((one, other) => Math.min(one, other)),
      days.reduce((one, other) => Math.max(one, other)),
    ],
    range: [-edge, edge],
  };
}
