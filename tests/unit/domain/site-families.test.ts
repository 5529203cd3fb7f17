import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { families, otherFamily, paintOfType } from '#domain/site-families.ts';
import { locationTypes } from '#domain/vocabulary.ts';
import { hexToLinearRgb, linearRgbToOklab } from '#lib/colors.ts';
import { type ColorVision, colorVisions, contrastOf, seenWith } from '../../support/color-difference.ts';

function distance(one: string, other: string, vision: ColorVision): number {
  const [seen, beside] = [one, other].map((color) =>
    linearRgbToOklab(seenWith(vision, hexToLinearRgb(color))),
  );
  return Math.hypot(...(seen ?? []).map((part, axis) => part - (beside?.[axis] ?? 0)));
}

const tones = ['light', 'dark'] as const;
const colorOf = (type: string, tone: (typeof tones)[number]) =>
  String(paintOfType(type)[tone]['circle-color']);

/** The colors of all grounds of one tone, from the design tokens. */
function groundsOf(tone: string): readonly string[] {
  const css = readFileSync('src/styles/tokens.css', 'utf8');
  const blocks = css.matchAll(new RegExp(`\\[data-ground="${tone}"\\][^{]*\\{([^}]*)\\}`, 'g'));
  return [...blocks].flatMap(([, body = '']) => /--map-ground: (#[0-9a-f]{6})/.exec(body)?.[1] ?? []);
}

describe('the families of sites', () => {
  it('hold each location type once', () => {
    const types = families.flatMap(({ members }) => members.map(({ type }) => type));
    expect(types.toSorted()).toEqual([...locationTypes].toSorted());
  });

  it('differ by shape, and the members of a family by paint', () => {
    const shapes = [...families, otherFamily].map(({ shape }) => shape);
    expect(new Set(shapes).size).toBe(shapes.length);
    for (const tone of tones) {
      const paints = locationTypes.map((type) => JSON.stringify(paintOfType(type)[tone]));
      expect(new Set(paints).size).toBe(paints.length);
    }
  });

  it.each(tones)('have %s tones that can be distinguished with every color vision', (tone) => {
    const typical = families.map(({ members }) => colorOf(members[0]?.type ?? '', tone));
    for (const vision of colorVisions) {
      typical.forEach((one, index) => {
        for (const other of typical.slice(0, index))
          expect(distance(one, other, vision)).toBeGreaterThan(0.1);
      });
    }
  });

  it.each(tones)('have at least 3 : 1 contrast with every %s ground', (tone) => {
    const grounds = groundsOf(tone);
    expect(grounds.length).toBeGreaterThan(2);
    for (const type of [...locationTypes, 'Fish Hatchery']) {
      for (const ground of grounds) expect(contrastOf(colorOf(type, tone), ground)).toBeGreaterThanOrEqual(3);
    }
  });

  it('put an unknown location type into a neutral family', () => {
    expect(paintOfType('Fish Hatchery').family).toBe('Other sites');
    expect(paintOfType('Fish Hatchery').light['circle-shape']).toBe('hexagon');
  });
});
