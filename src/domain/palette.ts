/**
 * Twenty colours told apart with normal, protan and deutan sight (the simulations of Machado et al. 2009). The
 * first twelve were searched for the largest least distance between any two of them and `noValueColour`; the
 * others were added one by one, each the farthest from those before it.
 */
export const categoryColours = [
  '#0077bb',
  '#770066',
  '#eecc00',
  '#6688ff',
  '#2233aa',
  '#11eeee',
  '#993355',
  '#771100',
  '#aabb99',
  '#aa6633',
  '#bb9911',
  '#55bbff',
  '#bbdd99',
  '#995588',
  '#cc7766',
  '#eeaa55',
  '#3399cc',
  '#884400',
  '#99aacc',
  '#3355bb',
] as const;

/** For a site without a value. */
export const noValueColour = '#8a949b';

/** Whether so many values get a colour each; more of them share a gradient. */
export function hasOwnColours(count: number): boolean {
  return count <= categoryColours.length;
}

/**
 * A colour for every value of a category, by its place in `values`: one of twenty, or with more than twenty
 * values a step of the gradient. Colours stay while filters come and go.
 */
export function assignColours(values: readonly string[]): ReadonlyMap<string, string> {
  const different = [...new Set(values)];
  const last = Math.max(1, different.length - 1);
  const own = hasOwnColours(different.length);
  return new Map(
    different.map((value, index) => [
      value,
      own ? (categoryColours[index] ?? noValueColour) : gradientColour(index / last),
    ]),
  );
}

/**
 * A colour of the gradient from dark violet over green to light yellow, `share` from 0 to 1. The lightness of
 * OKLab rises evenly, so that the order is also seen with deutan and protan sight and in grey.
 */
export function gradientColour(share: number): string {
  const lightness = 0.32 + 0.6 * share;
  const hue = ((305 - 200 * share) * Math.PI) / 180;
  let chroma = 0.15;
  let rgb = fromOklab(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue));
  while (chroma > 0 && rgb.some((part) => part < 0 || part > 1)) {
    chroma -= 0.002;
    rgb = fromOklab(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue));
  }
  return `#${rgb.map(byteOf).join('')}`;
}

/** Linear red, green and blue of an OKLab colour (Ottosson 2020); outside 0 to 1 what no screen shows. */
function fromOklab(lightness: number, a: number, b: number): number[] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Two hexadecimal digits of a linear part, coded as sRGB. */
function byteOf(linear: number): string {
  const part = Math.min(1, Math.max(0, linear));
  const coded = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
  return Math.round(coded * 255)
    .toString(16)
    .padStart(2, '0');
}
