import fc from 'fast-check';
import { isThorough } from './thorough.ts';

/** Checks what holds for all values of some kinds, with so many random ones; with a fifth of them in `npm test`. */
export function forAll<Values extends [unknown, ...unknown[]]>(
  kinds: { readonly [At in keyof Values]: fc.Arbitrary<Values[At]> },
  numRuns: number,
  check: (...values: Values) => void,
): void {
  const drawn = fc.tuple(...kinds) as unknown as fc.Arbitrary<Values>;
  fc.assert(
    fc.property(drawn, (values) => check(...values)),
    { numRuns: isThorough ? numRuns : Math.ceil(numRuns / 5) },
  );
}
