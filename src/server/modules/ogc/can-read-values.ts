import type { DataProvider } from '#domain/vocabulary.ts';
import type { Caller } from '../../plugins/access.ts';

/** Whether somebody may read the values of a provider: everyone those of open providers, who is signed in all of them. */
export function canReadValues(
  openProviders: readonly DataProvider[] | undefined,
  caller: Caller | undefined,
  provider: string,
): boolean {
  return caller !== undefined || (openProviders ?? []).some((open) => open === provider);
}
