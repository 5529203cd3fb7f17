/** Positions as in well-known text: `places('-112 43, -111 44')` is `[[-112, 43], [-111, 44]]`. */
export function places(text: string): [x: number, y: number][] {
  return text.split(', ').map((pair) => {
    const [x = Number.NaN, y = Number.NaN] = pair.split(' ').map(Number);
    return [x, y];
  });
}
