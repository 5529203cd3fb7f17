import type { DataProvider } from '#domain/vocabulary.ts';

/** Creates what says whether everyone may read the values of a provider. */
export function createCanReadValues(openProviders: readonly DataProvider[]): (provider: string) => boolean {
  const open = new Set<string>(openProviders);
  return (provider) => open.has(provider);
}
