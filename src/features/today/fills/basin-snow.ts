import type { ReadBasinSnow } from '#stores/basin-snow.ts';
import { readBrief } from '../contract.ts';

export default (async (request, on, signal) => {
  const { snow } = await request(readBrief, { query: { on } }, { signal });
  return snow;
}) satisfies ReadBasinSnow;
