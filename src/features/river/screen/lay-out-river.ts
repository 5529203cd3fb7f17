import { formatDischarge } from '#domain/quantity.ts';
import { layOutTeacup, type Teacup, teacupLevels, teacupSize } from '#domain/teacup.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import type { RiverCourse } from '../contract.ts';
import {
  describeAge,
  describeValue,
  type RiverSection,
  sectionsOf,
  shortCanal,
  shortPlace,
  shortTributary,
  sumOfFlows,
  valueStateOf,
} from '../rules.ts';

type Site = RiverCourse['sites'][number];
type Section = RiverSection<Site>;
type Gain = RiverCourse['reaches'][number];

/** What is drawn in pixels: the widest flow of the season has `widest` of them, and no flow fewer than `narrowest`. */
export type WidthScale = { readonly widest: number; readonly cfs: number };
export const desktopWidest = 54;
export const phoneWidest = 40;
const narrowest = 3;

/** A drawing that is a little too wide is made smaller; before its text is hard to read, the river runs downward. */
export const maxShrink = 1.1;

/** The width of a flow: proportional to it, so that a river is as wide as its parts together. No water has no width. */
export function widthOf(cfs: number, { widest, cfs: full }: WidthScale): number {
  if (cfs <= 0) return 0;
  return Math.max(narrowest, full > 0 ? (cfs / full) * widest : 0);
}

/** A line of a label. `site` makes it a link. */
export type LabelLine = {
  readonly text: string;
  readonly kind: 'name' | 'value' | 'note' | 'age';
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
export type Stop = {
  readonly site: Site;
  readonly x: number;
  /** Half the width of the river there. */
  readonly half: number;
  readonly cup: Teacup | undefined;
  readonly label: Label;
};

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

type TallContent =
  | { readonly kind: 'stop'; readonly site: Site; readonly cup: Teacup | undefined }
  | { readonly kind: 'tributary'; readonly name: string; readonly site: Site; readonly width: number }
  | { readonly kind: 'canals'; readonly sites: readonly Site[]; readonly width: number }
  | { readonly kind: 'returns'; readonly sites: readonly Site[]; readonly width: number }
  | { readonly kind: 'gain'; readonly gain: Gain['gain'] };

/** A row of a river that runs downward; `y` is its middle. Its height is fixed, so that what is drawn beside it fits. */
export type TallRow = TallContent & { readonly y: number; readonly height: number };

export type TallRiver = {
  readonly name: string;
  readonly height: number;
  readonly rows: readonly TallRow[];
  readonly pieces: readonly Piece[];
};

const rowHeights = { stop: 66, tributary: 44, canals: 60, returns: 44, gain: 60 } as const;

/** Lays the rivers with a line out downward, each with all that enters and leaves it. */
export function layOutTall(
  rivers: readonly RiverCourse[],
  { on, widest }: Omit<LayoutOptions, 'width'>,
): readonly TallRiver[] {
  const scale = { widest: phoneWidest, cfs: widest };
  const lines = rivers.filter(({ is_line }) => is_line);
  const largest = largestOf(lines);
  return lines.map((river) => {
    const sections = sectionsOf(rivers, river);
    const sumOf = (sites: readonly Site[]) => widthOf(sumOfFlows(sites, on).value ?? 0, scale);
    let height = 0;
    const along: AlongLine[] = [];
    const rows: TallRow[] = [];
    const add = (content: TallContent) => {
      const own = rowHeights[content.kind];
      rows.push({ ...content, y: height + own / 2, height: own });
      height += own;
    };
    for (const site of river.sites) {
      const section = sections.find(({ to, isMouth }) => !isMouth && to === site);
      for (const each of section?.tributaries ?? []) {
        add({
          kind: 'tributary',
          name: shortTributary(each.river, each.site),
          site: each.site,
          width: sumOf([each.site]),
        });
      }
      for (const [kind, sites] of [
        ['canals', section?.canals ?? []],
        ['returns', section?.returns ?? []],
      ] as const) {
        if (sites.length > 0) add({ kind, sites, width: sumOf(sites) });
      }
      for (const { gain } of river.reaches.filter(({ to }) => to === site.loc_id))
        add({ kind: 'gain', gain });
      const cup = cupOf(site, largest);
      along.push({
        site,
        x: height + rowHeights.stop / 2,
        half: cup ? (teacupSize.height * cupScale) / 2 : 0,
        net: section ? netOf(section, on) : 0,
      });
      add({ kind: 'stop', site, cup });
    }
    return { name: river.name, height, rows, pieces: piecesOf(along, on, scale) };
  });
}

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
const charWidth = 6;
const stopWidth = 54;
const blockWidth = 46;
/** Of a canal with its flow. */
const maxCanalChars = 16;
const labelGap = 6;
const margin = 28;
const lineGap = 4;
const laneHead = 22;
/** From the middle of the river to the first tier of labels on either side. */
const reachAbove = 38;
const reachBelow = 46;
const cupRoom = 26;
const minGap = 22;
/** From the rim of a cup to the next gage. */
const cupGap = 10;
const leaderWidth = 2;
const branchGap = 8;
/** Before a line turns down to its mouth. */
const mouthRoom = 44;
const gainsHeight = 84;
/** From what leaves or enters to the site below. */
const branchRoom = 10;
const maxChars = 11;

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

/** The preposition of a place on a line of its own, where both do not fit in one. */
function breakPlace(place: string): readonly string[] {
  const [, preposition, rest] = /^(near|at) (.+)$/.exec(place) ?? [];
  if (preposition === undefined || rest === undefined || place.length <= maxChars) return breakName(place);
  return [preposition, ...breakName(rest)];
}

const isReservoir = ({ parameter_ndx }: Site) => parameter_ndx === parameterNdx.storage;

/** The value, how old it is, or why there is none. */
function valueLines(site: Site, on: string): readonly LabelLine[] {
  const value = describeValue(site, on);
  const age = describeAge(site, on);
  return [
    ...(value === undefined ? [] : [{ text: value, kind: 'value' } as const]),
    ...(age === undefined ? [] : breakName(age)).map((text): LabelLine => ({ text, kind: 'age' })),
  ];
}

function stopLines(site: Site, on: string): readonly LabelLine[] {
  const name = breakPlace(shortPlace(site.loc_name));
  return [...name.map((text): LabelLine => ({ text, kind: 'name' })), ...valueLines(site, on)];
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
      ...valueLines(site, on).map((line) => ({ ...line, site })),
    ]),
    ...(canals.length === 0
      ? []
      : [
          { text: flowOf(taken.value), kind: 'value' } as const,
          { text: `${known} canal${taken.count === 1 ? '' : 's'}`, kind: 'name' } as const,
          ...taken.largest.map((site): LabelLine => {
            const value = formatDischarge(site.value ?? 0);
            const name = shortCanal(site.loc_name);
            const text = `${value} ${name}`;
            const shown =
              text.length > maxCanalChars ? `${text.slice(0, maxCanalChars - 1).trimEnd()}…` : text;
            return { text: shown, kind: 'note', site };
          }),
        ]),
    ...(returns.length === 0 ? [] : breakName(`+${flowOf(returned.value)} returns`)).map(
      (text): LabelLine => ({ text, kind: 'name' }),
    ),
  ];
}

const widthOfLines = (lines: readonly LabelLine[], minWidth: number) =>
  Math.max(minWidth, ...lines.map(({ text }) => Math.ceil(textWidth(text))));
const heightOfLines = (lines: readonly LabelLine[]) => lines.length * lineHeight;

/** A cup is drawn at this share of its size on Today. */
export const cupScale = 0.42;

/** The cup of a reservoir with a capacity; of another one without levels. Undefined for a gage. */
export function cupOf(site: Site, largest: number): Teacup | undefined {
  if (!isReservoir(site)) return undefined;
  const levels = teacupLevels(site, largest);
  return layOutTeacup(levels ?? { now: undefined, lastYear: undefined, median: undefined, size: 0 });
}

/** Half the rim of a cup. */
const halfOf = (cup: Teacup | undefined) => (cup ? (cup.width / 2 - 10) * cupScale : 0);

/** A label around `x`, and the line or ribbon that leads to it, which passes the first tier on its way to the second. */
type Box = { readonly x: number; readonly width: number; readonly stem: number };

/** The right edges of what is in two tiers of labels. */
type Tiers = { first: number; second: number };

const stemGap = 3;

/** Where a box has to be at least in each tier. */
function minInTiers(tiers: Tiers, { width, stem }: Omit<Box, 'x'>): readonly [first: number, second: number] {
  return [
    tiers.first + labelGap + width / 2,
    Math.max(tiers.second + labelGap + width / 2, tiers.first + stemGap + stem / 2),
  ];
}

function put(tiers: Tiers, tier: number, { x, width, stem }: Box): void {
  if (tier === 0) tiers.first = Math.max(tiers.first, x + width / 2);
  else {
    tiers.second = x + width / 2;
    tiers.first = Math.max(tiers.first, x + stem / 2 + stemGap - labelGap);
  }
}

const noTiers = (): Tiers => ({ first: Number.NEGATIVE_INFINITY, second: Number.NEGATIVE_INFINITY });

/** Puts boxes into the first tier where they have room. Undefined where two do not suffice. */
function assignTiers(boxes: readonly Box[]): readonly number[] | undefined {
  const tiers = noTiers();
  const found = boxes.map((box) => {
    const tier = minInTiers(tiers, box).findIndex((x) => x <= box.x);
    if (tier >= 0) put(tiers, tier, box);
    return tier;
  });
  return found.includes(-1) ? undefined : found;
}

type PlacedStop = {
  readonly width: number;
  readonly half: number;
  /** What enters and leaves above it. */
  readonly block: Omit<Box, 'x'> | undefined;
  /** The least place of the mouth of another line above it; undefined without one. */
  readonly mouth: number | undefined;
};
type Placed = {
  readonly x: number;
  readonly tier: number;
  readonly block: number;
  readonly blockTier: number;
  readonly mouth: number;
};

/**
 * Places sites one after the other as close as their marks and their labels allow. Labels have two tiers on either side:
 * those of the sites above the river, and those of the stretches below it. A mouth passes both tiers of the sites.
 */
function place(stops: readonly PlacedStop[]): readonly Placed[] {
  const placed: Placed[] = [];
  const [above, below] = [noTiers(), noTiers()];
  for (const [at, { width, half, block, mouth: minMouth }] of stops.entries()) {
    const before = placed[at - 1]?.x;
    const halves = (stops[at - 1]?.half ?? 0) + half;
    let minX = before === undefined ? 0 : before + halves + (halves > 0 ? cupGap : minGap);
    let mouth = 0;
    if (minMouth !== undefined && before !== undefined) {
      mouth = Math.max(minMouth, before + minGap, above.first + labelGap, above.second + labelGap);
      [above.first, above.second] = [mouth, mouth];
      minX = Math.max(minX, mouth + minGap);
    }
    const box = { width, stem: leaderWidth };
    const [first, second] = minInTiers(above, box).map((each) => Math.max(each, minX)) as [number, number];
    let x = Math.min(first, second);
    let middle = before === undefined ? x : (before + x) / 2;
    let blockTier = 0;
    if (block) {
      const inTiers = minInTiers(below, block).map((each) => Math.max(each, middle)) as [number, number];
      blockTier = inTiers[1] < inTiers[0] ? 1 : 0;
      middle = inTiers[blockTier] ?? middle;
      if (before !== undefined) x = Math.max(x, middle + Math.max(branchRoom, block.stem / 2));
      put(below, blockTier, { ...block, x: middle });
    }
    const tier = first <= x ? 0 : 1;
    put(above, tier, { ...box, x });
    placed.push({ x, tier, block: middle, blockTier, mouth });
  }
  return placed;
}

export type LayoutOptions = { readonly on: string; readonly widest: number; readonly width: number };

/** Lays the rivers with a line out from left to right; see `RiverLayout`. Labels of a tier never overlap. */
export function layOutRiver(
  rivers: readonly RiverCourse[],
  { on, widest, width }: LayoutOptions,
): RiverLayout {
  const scale = { widest: desktopWidest, cfs: widest };
  const lines = rivers.filter(({ is_line }) => is_line);
  const options = { on, scale, largest: largestOf(lines) };
  // A tributary is above the river that it joins, which needs to be long enough for it.
  const order = lines.toSorted((one, other) => depthOf(rivers, other) - depthOf(rivers, one));
  const drafts: Draft[] = [];
  for (const river of order) drafts.push(draftLane(rivers, river, drafts, options));
  const total = Math.max(width, ...drafts.map(({ left, length, right }) => left + length + right));
  const spread = new Map<string, SpreadLane>();
  for (const draft of drafts.toReversed()) {
    const mouth = mouthOf(draft.river, [...spread.values()]);
    spread.set(draft.river.name, spreadLane(draft, mouth, total));
  }
  let top = 0;
  const lanes = drafts.flatMap(({ river }): Lane[] => {
    const lane = spread.get(river.name);
    if (!lane) return [];
    const finished = finishLane(lane, { on, scale, top });
    top = bottomOf(finished) + 10;
    return [finished];
  });
  const joined = lanes.map((lane): Lane => {
    const { mouth, river } = spread.get(lane.name) ?? {};
    const main = lanes.find(({ stops }) => stops.some(({ site }) => site.loc_id === river?.joins));
    const last = lane.stops.at(-1);
    if (mouth === undefined || !main || !last) return lane;
    return {
      ...lane,
      mouth: { x: mouth, y: main.y, width: widthOf(sumOfFlows([last.site], on).value ?? 0, scale) },
    };
  });
  const gains = order.flatMap((river) =>
    river.reaches.flatMap(({ gain, from, to }): GainMark[] => {
      const stops = joined.find(({ name }) => name === river.name)?.stops ?? [];
      const at = (id: string) => stops.find(({ site }) => site.loc_id === id)?.x;
      const [start, end] = [at(from), at(to)];
      return start === undefined || end === undefined ? [] : [{ gain, from: start, to: end }];
    }),
  );
  const height = top + (gains.length > 0 ? gainsHeight : 0);
  return { width: total, height, scale, lanes: joined, gains, gainsTop: top + 4 };
}

function largestOf(lines: readonly RiverCourse[]): number {
  return Math.max(1, ...lines.flatMap(({ sites }) => sites.map(({ capacity }) => capacity ?? 0)));
}

function depthOf(rivers: readonly RiverCourse[], { joins }: RiverCourse): number {
  const main = rivers.find(({ sites }) => sites.some(({ loc_id }) => loc_id === joins));
  return main ? 1 + depthOf(rivers, main) : 0;
}

type DraftStop = PlacedStop & {
  readonly site: Site;
  readonly cup: Teacup | undefined;
  readonly net: number;
  readonly lines: readonly LabelLine[];
  readonly block:
    | (Omit<Box, 'x'> & { readonly section: Section; readonly lines: readonly LabelLine[] })
    | undefined;
};

/** A river with its sites as close as can be, from 0 to `length`, and the room at its ends. */
type Draft = {
  readonly river: RiverCourse;
  readonly stops: readonly DraftStop[];
  readonly placed: readonly Placed[];
  readonly left: number;
  readonly length: number;
  readonly right: number;
};

type DraftOptions = { readonly on: string; readonly scale: WidthScale; readonly largest: number };

function draftLane(
  rivers: readonly RiverCourse[],
  river: RiverCourse,
  drafts: readonly Draft[],
  { on, scale, largest }: DraftOptions,
): Draft {
  const sections = sectionsOf(rivers, river).filter(({ isMouth }) => !isMouth);
  const parts = river.sites.map((site) => {
    const whole = sections.find(({ to }) => to === site);
    // Another line has its own gages.
    const section = whole && {
      ...whole,
      tributaries: whole.tributaries.filter((each) => !each.river.is_line),
    };
    const lines = section ? sectionLines(section, on) : [];
    const own = stopLines(site, on);
    const cup = cupOf(site, largest);
    return {
      site,
      cup,
      net: whole ? netOf(whole, on) : 0,
      lines: own,
      width: widthOfLines(own, stopWidth),
      half: halfOf(cup),
      block:
        section && lines.length > 0
          ? { section, lines, width: widthOfLines(lines, blockWidth), stem: stemOf(section, { on, scale }) }
          : undefined,
      joining: drafts.find((draft) => draft.river.joins === site.loc_id),
    };
  });
  const left = Math.max(margin, (parts[0]?.half ?? 0) + 12, (parts[0]?.width ?? 0) / 2);
  const stops = parts.map(
    ({ joining, ...part }): DraftStop => ({
      ...part,
      mouth: joining && joining.left + joining.length + mouthRoom - left,
    }),
  );
  const placed = place(stops);
  const right = Math.max(margin, (stops.at(-1)?.width ?? 0) / 2);
  return { river, stops, placed, left, length: placed.at(-1)?.x ?? 0, right };
}

/** How wide all that leaves and enters a stretch is. */
function stemOf(
  section: Section,
  { on, scale }: { readonly on: string; readonly scale: WidthScale },
): number {
  const marks = branchesOf(section, { on, scale, x: 0, to: 0 });
  return marks.reduce((sum, { width }) => sum + width, 0) + branchGap * Math.max(0, marks.length - 1);
}

type SpreadStop = Omit<DraftStop, 'block' | 'mouth'> & { readonly x: number; readonly tier: number };
type SpreadLane = {
  readonly river: RiverCourse;
  readonly stops: readonly SpreadStop[];
  readonly blocks: readonly (NonNullable<DraftStop['block']> & {
    readonly x: number;
    readonly tier: number;
  })[];
  /** Where other lines flow in, by the id of the site below. */
  readonly mouths: ReadonlyMap<string, number>;
  /** Where it flows into another line. */
  readonly mouth: number | undefined;
};

/** Stretches a river to the room that there is. */
function spreadLane(
  { river, stops, placed, left, length, right }: Draft,
  mouth: number | undefined,
  total: number,
): SpreadLane {
  const room = (mouth === undefined ? total - right : mouth - mouthRoom) - left;
  const stretch = length > 0 ? Math.max(1, room / length) : 1;
  const toX = (x: number) => left + x * stretch;
  const at = (index: number) => placed[index] ?? { x: 0, tier: 0, block: 0, blockTier: 0, mouth: 0 };
  const spread = stops.map((stop, index) => ({
    ...stop,
    x: toX(at(index).x),
    tier: at(index).tier,
    stem: leaderWidth,
  }));
  const blocks = stops.flatMap(({ block }, index) =>
    block ? [{ ...block, x: toX(at(index).block), tier: at(index).blockTier }] : [],
  );
  // With more room between them, fewer labels need the second tier.
  const blockTiers = assignTiers(blocks);
  return {
    river,
    mouth,
    stops: spread,
    blocks: blocks.map((block, index) => ({ ...block, tier: blockTiers?.[index] ?? block.tier })),
    mouths: new Map(
      stops.flatMap((stop, index) =>
        stop.mouth === undefined ? [] : [[stop.site.loc_id, toX(at(index).mouth)]],
      ),
    ),
  };
}

/** A river joins another one above the first site below its mouth. */
function mouthOf({ joins }: RiverCourse, others: readonly SpreadLane[]): number | undefined {
  return others.map(({ mouths }) => mouths.get(joins ?? '')).find((x) => x !== undefined);
}

type FinishOptions = { readonly on: string; readonly scale: WidthScale; readonly top: number };

function finishLane({ river, stops, blocks, mouth }: SpreadLane, { on, scale, top }: FinishOptions): Lane {
  // Where there is no value there is no bar.
  const heightOf = (lines: readonly LabelLine[]) =>
    heightOfLines(lines) + (lines.some(({ kind }) => kind === 'value') ? barHeight + 4 : 0);
  const tierHeights = [0, 1].map((tier) =>
    Math.max(0, ...stops.flatMap((stop) => (stop.tier === tier ? [heightOf(stop.lines)] : []))),
  );
  const y = top + laneHead + (tierHeights[0] ?? 0) + (tierHeights[1] ?? 0) + lineGap + reachAbove;
  const blockHeight = Math.max(
    0,
    ...blocks.flatMap(({ lines, tier }) => (tier === 0 ? [heightOfLines(lines)] : [])),
  );
  const pieces = piecesOf(stops, on, scale);
  return {
    name: river.name,
    top,
    y,
    mouth: mouth === undefined ? undefined : { x: mouth, y, width: 0 },
    pieces,
    stops: stops.map(({ site, x, cup, lines, width, tier }) => {
      const height = heightOf(lines);
      const bottom = y - reachAbove - (tier === 0 ? 0 : (tierHeights[0] ?? 0) + lineGap);
      const label = { x, top: bottom - height, width, height, tier, lines };
      return { site, x, cup, half: widthBeside(pieces, x) / 2, label };
    }),
    sections: blocks.map(({ section, x, lines, width, tier }) => {
      const labelTop = y + reachBelow + (tier === 0 ? 0 : blockHeight + labelGap);
      const label = { x, top: labelTop, width, height: heightOfLines(lines), tier, lines };
      return { section, label, branches: branchesOf(section, { on, scale, x, to: labelTop - 4 }) };
    }),
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
  const total = marks.reduce((sum, { width }) => sum + width, 0) + branchGap * (marks.length - 1);
  let left = x - total / 2;
  return marks.map((mark) => {
    const middle = left + mark.width / 2;
    left += mark.width + branchGap;
    return { ...mark, x: middle };
  });
}

/** A site along its line, half the room that its cup takes there, and what enters above it less what leaves, in cfs. */
type AlongLine = { readonly site: Site; readonly x: number; readonly half: number; readonly net: number };

/**
 * The pieces of a river between its sites: from flow to flow between gages. Beside a reservoir it is what the gage has,
 * before what enters and leaves in between. Where a flow is unknown the river ends half-way to the next site.
 */
export function piecesOf(stops: readonly AlongLine[], on: string, scale: WidthScale): readonly Piece[] {
  const flowOf = (site: Site) =>
    isReservoir(site) || valueStateOf(site, on) === 'unknown' ? undefined : (site.value ?? undefined);
  const toWidth = (cfs: number) => Math.max(1, widthOf(cfs, scale));
  return stops.slice(1).flatMap((below, at): Piece[] => {
    const above = stops[at];
    if (!above) return [];
    const [from, to] = [above.x + above.half * 0.8, below.x - below.half * 0.8];
    const [upper, lower] = [flowOf(above.site), flowOf(below.site)];
    const middle = (from + to) / 2;
    if (upper !== undefined && lower !== undefined) {
      return [{ from, to, start: toWidth(upper), end: toWidth(lower) }];
    }
    if (upper !== undefined) {
      const isWhole = isReservoir(below.site);
      const end = toWidth(isWhole ? upper + below.net : upper);
      return [{ from, to: isWhole ? to : middle, start: toWidth(upper), end }];
    }
    if (lower !== undefined) {
      const isWhole = isReservoir(above.site);
      const start = toWidth(isWhole ? lower - below.net : lower);
      return [{ from: isWhole ? from : middle, to, start, end: toWidth(lower) }];
    }
    return [];
  });
}

/** What enters a stretch less what leaves it, in cfs; what is unknown counts as nothing. */
export function netOf({ canals, returns, tributaries }: Section, on: string): number {
  const sum = (sites: readonly Site[]) => sumOfFlows(sites, on).value ?? 0;
  return sum(tributaries.map(({ site }) => site)) + sum(returns) - sum(canals);
}

/** The width of the river at a site, in pixels: the largest of the pieces that end there. */
function widthBeside(pieces: readonly Piece[], x: number): number {
  const ends = pieces.flatMap(({ from, to, start, end }) => [
    ...(Math.abs(from - x) < 1 ? [start] : []),
    ...(Math.abs(to - x) < 1 ? [end] : []),
  ]);
  return Math.max(0, ...ends);
}

function bottomOf({ y, sections }: Lane): number {
  return Math.max(y + cupRoom, ...sections.map(({ label }) => label.top + label.height));
}
