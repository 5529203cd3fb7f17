import type { ReadBasinSnow } from '#stores/basin-snow.ts';
import type { AfterSeason } from '../../outlook/index.ts';
import { readCarryOver } from '../contract.ts';
import { CarryOverFan, type CarryOverOfDay, CarryOverView } from '../screen/CarryOverView.tsx';

const [readSnow] = Object.values(
  import.meta.glob<ReadBasinSnow>('../../*/fills/basin-snow.ts', { eager: true, import: 'default' }),
);

export default {
  name: 'carry-over',
  async load(request, reservoirs, { issued, signal }) {
    const [carryOver, snow] = await Promise.all([
      request(readCarryOver, { params: { id: reservoirs }, query: { issued } }, { signal }),
      // The portal may have no brief of the day: then there is no snow to show.
      readSnow?.(request, issued, signal).catch(() => []) ?? [],
    ]);
    return { ...carryOver, snow };
  },
  View: CarryOverView,
  Chart: CarryOverFan,
} satisfies AfterSeason<CarryOverOfDay>;
