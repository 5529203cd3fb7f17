import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { families, otherFamily, paintOfType } from '#domain/site-families.ts';
import { locationTypes } from '#domain/vocabulary.ts';
import { hexToLinearRgb, type LinearRgb, linearRgbToOklab, relativeLuminance } from '#lib/colors.ts';

/** Simulations of color vision (Machado, Oliveira and Fernandes 2009, severity 1). */
const visions = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
} as const;

function perceived(color: string, vision: keyof typeof visions): readonly [number, number, number] {
  const rgb = hexToLinearRgb(color);
  const seen = visions[vision].map(([r, g, b]) => Math.max(0, r * rgb[0] + g * rgb[1] + b * rgb[2]));
  return linearRgbToOklab(seen as unknown as LinearRgb);
}

function distance(one: string, other: string, vision: keyof typeof visions): number {
  const seen = perceived(other, vision);
  return Math.hypot(...perceived(one, vision).map((part, axis) => part - (seen[axis] ?? 0)));
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other]
    .map((color) => relativeLuminance(hexToLinearRgb(color)))
    .sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
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
    for (const vision of ['normal', 'deutan', 'protan'] as const) {
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
      for (const ground of grounds) expect(contrast(colorOf(type, tone), ground)).toBeGreaterThanOrEqual(3);
    }
  });

  it('put an unknown location type into a neutral family', () => {
    expect(paintOfType('Fish Hatchery').family).toBe('Other sites');
    expect(paintOfType('Fish Hatchery').light['circle-shape']).toBe('hexagon');
  });
});
