/** A linear congruential generator (Numerical Recipes) of numbers from 0 to below 1: the same seed gives the same ones. */
export function randomSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
