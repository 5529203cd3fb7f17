import { hash, timingSafeEqual } from 'node:crypto';

/** Compares hashes: their lengths are equal, so that the time says nothing about length or content of the secret. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(given), digest(expected));
}
