import { request } from '#stores/api.ts';
import { createQuery } from '#stores/queries.ts';
import { readConditionSeason } from '../contract.ts';
import { type SeasonDays, unpackSeason } from './conditions.ts';

export type Seasons = ReturnType<typeof createSeasons>;

/** The conditions of each day of a water year, asked for once a year. */
export function createSeasons() {
  const cache = new Map<number, SeasonDays>();
  const query = createQuery<SeasonDays, number>({
    onSubmit: true,
    isSame: Object.is,
    async fetch(signal, year) {
      const cached = cache.get(year);
      if (cached) return cached;
      const params = { year: String(year) };
      const season = unpackSeason(await request(readConditionSeason, { params }, { signal, identify: true }));
      cache.set(year, season);
      return season;
    },
  });
  return {
    ...query,
    /** Shows a year in place of another one. */
    show(year: number): void {
      const state = query.$state.get();
      if (state.status === 'idle' || state.selection !== year) query.submit(year);
    },
    /** What another user may see is another answer. */
    reload(): void {
      cache.clear();
      void query.retry();
    },
  };
}
