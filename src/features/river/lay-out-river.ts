import type { RiverCourse } from '#contract/river.ts';
import { formatDischarge } from '#domain/quantity.ts';
import {
  describeAge,
  describeValue,
  type RiverSection,
  type RiverSite,
  sectionsOf,
  shortCanal,
  shortPlace,
  shortTributary,
  sumOfFlows,
  valueStateOf,
} from '#domain/river-line.ts';
import { parameterNdx } from '#domain/vocabulary.ts';

type Site = RiverCourse['sites'][number];
type Section = RiverSection<Site>;
type Gain = RiverCourse['reaches'][number];

/** What is drawn in pixels: the widest flow of the season has `widest` of them, and no flow fewer than `narrowest`. */
export type WidthScale = { readonly widest: number; readonly cfs: number };
export const desktopWidest = 54;
export const phoneWidest = 40;
const narrowest = 3;

/** The width of a flow: proportional to it, so that a river is as wide as its parts together. No water has no width. */
export function widthOf(cfs: number, { widest, cfs: full }: WidthScale): number {
  if (cfs <= 0) return 0;
  return Math.max(narrowest, full > 0 ? (cfs / full) * widest : 0);
}

/** A line of a label. `site` makes it a link. */
export type LabelLine = {
  readonly text: string;
  readonly kind: 'name' | 'value' | 'note';
  readonly site?: Site;
};

/** A label; `x` is its center, `top` its upper edge. */
export type Label = {
  readonly x: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly tier: number;
  readonly lines: readonly LabelLine[];
};

/** A gage or a reservoir on its line. */
export type Stop = { readonly site: Site; readonly x: number; readonly label: Label };

/** What leaves or enters a stretch at `x`, as wide as its flow; `to` is where it comes from or goes, below the river. */
export type BranchMark = {
  readonly kind: 'canals' | 'returns' | 'tributary';
  readonly x: number;
  readonly width: number;
  readonly to: number;
};

/** A piece of the river along its line, with its width at both ends. */
export type Piece = {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
};

export type Lane = {
  readonly name: string;
  readonly top: number;
  readonly y: number;
  readonly stops: readonly Stop[];
  readonly sections: readonly SectionMark[];
  readonly pieces: readonly Piece[];
  /** Where it flows into another lane. */
  readonly mouth: { readonly x: number; readonly y: number; readonly width: number } | undefined;
};
export type SectionMark = {
  readonly section: Section;
  readonly label: Label;
  readonly branches: readonly BranchMark[];
};

/** The bracket of a reach between two gages. */
export type GainMark = { readonly gain: Gain['gain']; readonly from: number; readonly to: number };

export type RiverLayout = {
  /** At least the asked width; more where the labels need it. */
  readonly width: number;
  readonly height: number;
  readonly scale: WidthScale;
  /** From the upper tributary down to the river that it joins. */
  readonly lanes: readonly Lane[];
  readonly gains: readonly GainMark[];
  readonly gainsTop: number;
};

export const lineHeight = 15;
export const barHeight = 12;
const charWidth = 6.7;
const stopWidth = 62;
const labelGap = 8;
const margin = 30;
const lineGap = 4;
const laneHead = 22;
/** From the middle of the river to the first tier of labels on either side. */
const reachAbove = 42;
const reachBelow = 52;
const cupRoom = 26;
const minGap = 26;
const maxChars = 12;

/** Estimates the width of a text of 13 px, a little more than it takes. */
export function textWidth(text: string): number {
  return text.length * charWidth;
}

/** Breaks a name at spaces into lines of about as many characters as a label is wide. */
export function breakName(name: string): readonly string[] {
  const lines: string[] = [];
  for (const word of name.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= maxChars)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const isReservoir = ({ parameter_ndx }: Site) => parameter_ndx === parameterNdx.storage;

/** The name, the value or why there is none, and how old it is. */
function stopLines(site: Site, on: string): readonly LabelLine[] {
  const value = describeValue(site, on);
  const age = describeAge(site, on);
  const notes = age === undefined ? [] : breakName(age);
  return [
    ...breakName(shortPlace(site.loc_name)).map((text): LabelLine => ({ text, kind: 'name' })),
    ...(value === undefined ? [] : [{ text: value, kind: 'value' } as const]),
    ...notes.map((text): LabelLine => ({ text, kind: 'note' })),
  ];
}

/** What leaves and enters a stretch, in words: sums, their three largest canals, tributaries with their flow. */
export function sectionLines({ canals, returns, tributaries }: Section, on: string): readonly LabelLine[] {
  const taken = sumOfFlows(canals, on);
  const returned = sumOfFlows(returns, on);
  const known = taken.known === taken.count ? `${taken.count}` : `${taken.known} of ${taken.count}`;
  const flowOf = (value: number | undefined) => (value === undefined ? 'no value' : formatDischarge(value));
  return [
    ...tributaries.flatMap(({ river, site }): LabelLine[] => [
      ...breakName(shortTributary(river, site)).map((text): LabelLine => ({ text, kind: 'name', site })),
      { text: describeValue(site, on) ?? describeAge(site, on) ?? '', kind: 'value', site },
    ]),
    ...(canals.length === 0
      ? []
      : [
          { text: flowOf(taken.value), kind: 'value' } as const,
          { text: `${known} canal${taken.count === 1 ? '' : 's'}`, kind: 'name' } as const,
          ...taken.largest.map((site): LabelLine => {
            const value = formatDischarge(site.value ?? 0);
            const name = shortCanal(site.loc_name);
            const shown = name.length > maxChars - 1 ? `${name.slice(0, maxChars - 2).trimEnd()}…` : name;
            return { text: `${value} ${shown}`, kind: 'note', site };
          }),
        ]),
    ...(returns.length === 0 ? [] : [{ text: `+${flowOf(returned.value)} returns`, kind: 'name' } as const]),
  ];
}

const widthOfLines = (lines: readonly LabelLine[], least: number) =>
  Math.max(least, ...lines.map(({ text }) => Math.ceil(textWidth(text))));
const heightOfLines = (lines: readonly LabelLine[]) => lines.length * lineHeight;

/** Half the rim of a cup, whose width grows with the root of the capacity. */
export function cupHalf(site: Site, largest: number): number {
  return isReservoir(site) ? Math.max(13, 36 * Math.sqrt((site.capacity ?? 0) / Math.max(1, largest))) : 0;
}

type Placed = { readonly xs: readonly number[]; readonly middles: readonly number[] };

/**
 * Places sites one after the other as close as their marks and their labels allow. Labels take turns in two tiers, those of
 * the sites above the river and those of the stretches below it, so that only every second one can touch.
 */
function place(
  stops: readonly { readonly width: number; readonly half: number }[],
  blocks: readonly (number | undefined)[],
): Placed {
  const xs: number[] = [];
  const middles: number[] = [];
  const placedBlocks: { readonly x: number; readonly width: number }[] = [];
  for (const [at, stop] of stops.entries()) {
    const before = xs[at - 1];
    const above = xs[at - 2];
    const block = blocks[at];
    const label = stops[at - 2];
    let x = before === undefined ? 0 : before + (stops[at - 1]?.half ?? 0) + stop.half + minGap;
    if (above !== undefined && label) x = Math.max(x, above + (label.width + stop.width) / 2 + labelGap);
    if (block !== undefined && before !== undefined) {
      const other = placedBlocks.at(-2);
      const inTier = other ? other.x + (other.width + block) / 2 + labelGap : Number.NEGATIVE_INFINITY;
      x = Math.max(x, 2 * inTier - before);
      placedBlocks.push({ x: (before + x) / 2, width: block });
    }
    middles.push(before === undefined ? x : (before + x) / 2);
    xs.push(x);
  }
  return { xs, middles };
}

export type LayoutOptions = { readonly on: string; readonly widest: number; readonly width: number };

/** Lays the rivers with a line out from left to right; see `RiverLayout`. Labels of a tier never overlap. */
export function layOutRiver(
  rivers: readonly RiverCourse[],
  { on, widest, width }: LayoutOptions,
): RiverLayout {
  const scale = { widest: desktopWidest, cfs: widest };
  const lines = rivers.filter(({ is_line }) => is_line && rivers.length > 0);
  const largest = Math.max(1, ...lines.flatMap(({ sites }) => sites.map(({ capacity }) => capacity ?? 0)));
  // A tributary is above the river that it joins, which has to be placed before it.
  const order = lines.toSorted((one, other) => depthOf(rivers, one) - depthOf(rivers, other));
  const drafts = new Map<string, Draft>();
  for (const river of order) {
    const main = [...drafts.values()].find(({ stops }) =>
      stops.some(({ site }) => site.loc_id === river.joins),
    );
    drafts.set(river.name, draftLane(rivers, river, { on, width, largest, main }));
  }
  const shown = order.toReversed().flatMap(({ name }) => drafts.get(name) ?? []);
  const total = Math.max(width, ...shown.map(({ end }) => end));
  let top = 0;
  const lanes = shown.map((draft): Lane => {
    const lane = finishLane(draft, { on, scale, top });
    top = bottomOf(lane) + 10;
    return lane;
  });
  const joined = lanes.map((lane): Lane => {
    const draft = drafts.get(lane.name);
    const main = lanes.find(({ stops }) => stops.some(({ site }) => site.loc_id === draft?.river.joins));
    const last = lane.stops.at(-1);
    if (!draft || draft.mouth === undefined || !main || !last) return lane;
    const flow = valueStateOf(last.site, on) === 'unknown' ? 0 : (last.site.value ?? 0);
    return { ...lane, mouth: { x: draft.mouth, y: main.y, width: widthOf(flow, scale) } };
  });
  const gainMarks = order.flatMap((river) =>
    river.reaches.flatMap(({ gain, from, to }): GainMark[] => {
      const stops = joined.find(({ name }) => name === river.name)?.stops ?? [];
      const at = (id: string) => stops.find(({ site }) => site.loc_id === id)?.x;
      const [start, end] = [at(from), at(to)];
      return start === undefined || end === undefined ? [] : [{ gain, from: start, to: end }];
    }),
  );
  return {
    width: total,
    height: top + (gainMarks.length > 0 ? 84 : 0),
    scale,
    lanes: joined,
    gains: gainMarks,
    gainsTop: top + 4,
  };
}

function depthOf(rivers: readonly RiverCourse[], { joins }: RiverCourse): number {
  const main = rivers.find(({ sites }) => sites.some(({ loc_id }) => loc_id === joins));
  return main ? 1 + depthOf(rivers, main) : 0;
}

/** A lane before its height is known. */
type Draft = {
  readonly river: RiverCourse;
  readonly stops: readonly {
    readonly site: Site;
    readonly x: number;
    readonly half: number;
    readonly lines: readonly LabelLine[];
    readonly width: number;
  }[];
  readonly sections: readonly {
    readonly section: Section;
    readonly x: number;
    readonly lines: readonly LabelLine[];
    readonly width: number;
  }[];
  readonly mouth: number | undefined;
  readonly end: number;
};

type DraftOptions = {
  readonly on: string;
  readonly width: number;
  readonly largest: number;
  readonly main: Draft | undefined;
};

function draftLane(
  rivers: readonly RiverCourse[],
  river: RiverCourse,
  { on, width, largest, main }: DraftOptions,
): Draft {
  const isDrawn = (name: string) => rivers.some((each) => each.is_line && each.name === name);
  const sections = sectionsOf(rivers, river).map((section) => ({
    ...section,
    tributaries: section.tributaries.filter((each) => !isDrawn(each.river.name)),
  }));
  const stops = river.sites.map((site) => {
    const lines = stopLines(site, on);
    return { site, lines, width: widthOfLines(lines, stopWidth), half: cupHalf(site, largest) };
  });
  const blocks = river.sites.map((site) => {
    const section = sections.find(({ to, isMouth }) => !isMouth && to === site);
    const lines = section ? sectionLines(section, on) : [];
    return section && lines.length > 0
      ? { section, lines, width: widthOfLines(lines, stopWidth) }
      : undefined;
  });
  const placed = place(
    stops,
    blocks.map((block) => block?.width),
  );
  const mouth = mouthOf(river, main);
  const left = Math.max(margin, (stops[0]?.half ?? 0) + 12, (stops[0]?.width ?? 0) / 2);
  const right = Math.max(margin, (stops.at(-1)?.width ?? 0) / 2);
  const needed = placed.xs.at(-1) ?? 0;
  const room = (mouth === undefined ? width - right : mouth - 30) - left;
  const stretch = needed > 0 ? Math.max(1, room / needed) : 1;
  return {
    river,
    mouth,
    stops: stops.map((stop, at) => ({ ...stop, x: left + (placed.xs[at] ?? 0) * stretch })),
    sections: blocks.flatMap((block, at) =>
      block ? [{ ...block, x: left + (placed.middles[at] ?? 0) * stretch }] : [],
    ),
    end: left + needed * stretch + right,
  };
}

/** A river joins another one between the first site below its mouth and the site above that. */
function mouthOf({ joins }: RiverCourse, main: Draft | undefined): number | undefined {
  const at = main?.stops.findIndex(({ site }) => site.loc_id === joins) ?? -1;
  const below = main?.stops[at]?.x;
  if (below === undefined) return undefined;
  return (below + (main?.stops[at - 1]?.x ?? below - 2 * minGap)) / 2;
}

type FinishOptions = { readonly on: string; readonly scale: WidthScale; readonly top: number };

function finishLane({ river, stops, sections, mouth }: Draft, { on, scale, top }: FinishOptions): Lane {
  const heightOf = (lines: readonly LabelLine[]) => heightOfLines(lines) + barHeight + 4;
  const tierHeights = [0, 1].map((tier) =>
    Math.max(0, ...stops.flatMap(({ lines }, at) => (at % 2 === tier ? [heightOf(lines)] : []))),
  );
  const y = top + laneHead + (tierHeights[0] ?? 0) + (tierHeights[1] ?? 0) + lineGap + reachAbove;
  const blockHeight = Math.max(
    0,
    ...sections.flatMap(({ lines }, at) => (at % 2 === 0 ? [heightOfLines(lines)] : [])),
  );
  return {
    name: river.name,
    top,
    y,
    mouth: mouth === undefined ? undefined : { x: mouth, y, width: 0 },
    stops: stops.map(({ site, x, lines, width }, at) => {
      const tier = at % 2;
      const height = heightOf(lines);
      const bottom = y - reachAbove - (tier === 0 ? 0 : (tierHeights[0] ?? 0) + lineGap);
      return { site, x, label: { x, top: bottom - height, width, height, tier, lines } };
    }),
    sections: sections.map(({ section, x, lines, width }, at) => {
      const tier = at % 2;
      const labelTop = y + reachBelow + (tier === 0 ? 0 : blockHeight + labelGap);
      const label = { x, top: labelTop, width, height: heightOfLines(lines), tier, lines };
      return { section, label, branches: branchesOf(section, { on, scale, x, to: labelTop - 4 }) };
    }),
    pieces: piecesOf(stops, on, scale),
  };
}

type BranchOptions = {
  readonly on: string;
  readonly scale: WidthScale;
  readonly x: number;
  readonly to: number;
};

/** What enters stands left of what leaves. */
export function branchesOf(
  { canals, returns, tributaries }: Section,
  { on, scale, x, to }: BranchOptions,
): readonly BranchMark[] {
  const flows = [
    ...tributaries.map(({ site }) => ({
      kind: 'tributary' as const,
      cfs: sumOfFlows([site], on).value ?? 0,
    })),
    { kind: 'returns' as const, cfs: sumOfFlows(returns, on).value ?? 0 },
    { kind: 'canals' as const, cfs: sumOfFlows(canals, on).value ?? 0 },
  ];
  const marks = flows.flatMap(({ kind, cfs }) => (cfs > 0 ? [{ kind, width: widthOf(cfs, scale), to }] : []));
  const total = marks.reduce((sum, { width }) => sum + width, 0) + 8 * (marks.length - 1);
  let left = x - total / 2;
  return marks.map((mark) => {
    const middle = left + mark.width / 2;
    left += mark.width + 8;
    return { ...mark, x: middle };
  });
}

/**
 * The pieces of a river between its sites: from flow to flow between gages, of one width beside a reservoir. Where a flow is
 * unknown the river ends half-way to the next site.
 */
export function piecesOf(
  stops: readonly { readonly site: Site; readonly x: number; readonly half: number }[],
  on: string,
  scale: WidthScale,
): readonly Piece[] {
  const widthAt = (site: Site) => {
    if (isReservoir(site) || site.value === null || valueStateOf(site, on) === 'unknown') return undefined;
    return Math.max(1, widthOf(site.value, scale));
  };
  return stops.slice(1).flatMap((below, at): Piece[] => {
    const above = stops[at];
    if (!above) return [];
    const [from, to] = [above.x + above.half * 0.8, below.x - below.half * 0.8];
    const [start, end] = [widthAt(above.site), widthAt(below.site)];
    const middle = (from + to) / 2;
    if (start !== undefined && end !== undefined) return [{ from, to, start, end }];
    if (start !== undefined) return [{ from, to: isReservoir(below.site) ? to : middle, start, end: start }];
    if (end !== undefined) return [{ from: isReservoir(above.site) ? from : middle, to, start: end, end }];
    return [];
  });
}

function bottomOf({ y, sections }: Lane): number {
  return Math.max(y + cupRoom, ...sections.map(({ label }) => label.top + label.height));
}
