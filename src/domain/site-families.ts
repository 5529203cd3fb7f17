import type { locationTypes } from './vocabulary.ts';

type LocationTypeName = (typeof locationTypes)[number];

/** Some of the shapes that maps draw. */
type MarkShape = 'circle' | 'square' | 'triangle' | 'diamond' | 'hexagon';

/** Literal paint values of a site's mark. */
export type SitePaint = Readonly<Record<string, string | number | boolean>>;

/** Colors on a light and on a dark ground. */
type Tone = { readonly light: string; readonly dark: string };

type Member = {
  readonly type: LocationTypeName;
  readonly tone: Tone;
  /** A smaller mark in an outer ring. */
  readonly hasRing?: true;
  readonly radius?: number;
};

export type Family = {
  readonly name: string;
  readonly shape: MarkShape;
  /** The first member has the typical tone. */
  readonly members: readonly Member[];
};

const blue = { light: '#1f6fb2', dark: '#79c4f8' };
const brown = { light: '#603a1b', dark: '#b58b60' };
const orange = { light: '#c45800', dark: '#ff9a35' };

/**
 * The families of location types, each with a hue and a shape. The first tones can be distinguished with deutan and
 * protan vision; all have at least 3:1 contrast with the grounds of the map.
 */
export const families: readonly Family[] = [
  {
    name: 'Surface water',
    shape: 'circle',
    members: [
      { type: 'Stream Gage', tone: blue },
      { type: 'Reservoir', tone: { light: '#072f5c', dark: '#c9e8fd' }, radius: 6.5 },
      { type: 'Stream Reach', tone: { light: '#4488c6', dark: '#3b93dd' } },
      { type: 'Spring', tone: blue, hasRing: true, radius: 6 },
    ],
  },
  {
    name: 'Groundwater',
    shape: 'square',
    members: [
      { type: 'Sentinel Well', tone: brown },
      { type: 'Non-Sentinel Well', tone: { light: '#8d6640', dark: '#e6cba6' } },
      { type: 'Recharge', tone: brown, hasRing: true, radius: 6 },
    ],
  },
  {
    name: 'Snow and weather',
    shape: 'triangle',
    members: [
      { type: 'SNOTEL', tone: { light: '#5c2391', dark: '#b27aec' } },
      { type: 'Weather Station', tone: { light: '#9459c4', dark: '#8f5bd0' } },
    ],
  },
  {
    name: 'Diversions and pumps',
    shape: 'diamond',
    members: [
      { type: 'Diversion', tone: orange },
      { type: 'Diversion Pump', tone: { light: '#8f3800', dark: '#ffcb96' } },
      { type: 'Return Flow', tone: orange, hasRing: true, radius: 6 },
    ],
  },
];

/** For the location types that a basin file adds. */
export const otherFamily = {
  name: 'Other sites',
  shape: 'hexagon',
  tone: { light: '#5c6870', dark: '#aab6bd' },
} as const;

/** The edge of a mark on a dark ground; on a light one, the mark has the edge of its layer. */
export const edgePaint = (isDark: boolean): SitePaint => (isDark ? { 'circle-stroke-color': '#10171b' } : {});

type TypePaint = {
  readonly family: string;
  readonly rank: number;
  readonly light: SitePaint;
  readonly dark: SitePaint;
};

function toPaint(shape: MarkShape, color: string, isDark: boolean, member?: Member): SitePaint {
  return {
    'circle-shape': shape,
    'circle-color': color,
    'circle-opacity': 1,
    'circle-shrink': true,
    ...edgePaint(isDark),
    ...(member?.hasRing && { 'circle-ring': true }),
    ...(member?.radius && { 'circle-radius': member.radius }),
  };
}

const typePaints: ReadonlyMap<string, TypePaint> = new Map(
  families
    .flatMap(({ name, shape, members }) => members.map((member) => ({ name, shape, member })))
    .map(({ name, shape, member }, rank) => [
      member.type,
      {
        family: name,
        rank,
        light: toPaint(shape, member.tone.light, false, member),
        dark: toPaint(shape, member.tone.dark, true, member),
      },
    ]),
);

const otherPaint: TypePaint = {
  family: otherFamily.name,
  rank: typePaints.size,
  light: toPaint(otherFamily.shape, otherFamily.tone.light, false),
  dark: toPaint(otherFamily.shape, otherFamily.tone.dark, true),
};

/** How the map shows a location type. Types that the portal does not know are one neutral family. */
export const paintOfType = (type: string): TypePaint => typePaints.get(type) ?? otherPaint;

/** A location type's mark on the maps of the tools, with its row in their legends. */
export function markOfType(type: string) {
  const { rank, light, dark } = paintOfType(type);
  return { label: type, rank, light, dark };
}

/** Which of two sites is drawn above the other: reservoirs and gages above springs, those above wells. */
export function drawRank(type: string): number {
  if (type === 'Reservoir') return 100;
  return -paintOfType(type).rank;
}
