// Pseudorandom numbers that are the same for the same arguments, on every machine and in every run.

/** A 32-bit hash of a text (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

/** Uniform, 0 ≤ x < 1 (the finalizer of MurmurHash3). */
export function uniform(seed: number, n: number): number {
  let h = seed ^ Math.imul(n, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Approximately normal: mean 0, standard deviation 1, within ±3.5. */
export function normal(seed: number, n: number): number {
  const sum =
    uniform(seed, n) + uniform(seed + 0x51ed27, n) + uniform(seed + 0xa3c59, n) + uniform(seed + 0x7f4a7c, n);
  return (sum - 2) * 1.7320508;
}

/** Noise that changes over about `period` steps: mean 0, standard deviation about 1, continuous in `t`. */
export function drift(seed: number, t: number, period: number): number {
  const at = t / period;
  const left = Math.floor(at);
  const f = at - left;
  const ease = f * f * (3 - 2 * f);
  return 1.2 * (normal(seed, left) * (1 - ease) + normal(seed, left + 1) * ease);
}
