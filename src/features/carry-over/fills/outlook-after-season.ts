import { readBrief } from '#contract/brief.ts';
import type { AfterSeason } from '../../outlook/index.ts';
import { readCarryOver } from '../contract.ts';
import { CarryOverFan, type CarryOverOfDay, CarryOverView } from '../screen/CarryOverView.tsx';

export default {
  name: 'carry-over',
  async load(request, reservoirs, { issued, signal }) {
    const [carryOver, snow] = await Promise.all([
      request(readCarryOver, { params: { id: reservoirs }, query: { issued } }, { signal }),
      // The portal may have no brief of the day: then there is no snow to show.
      request(readBrief, { query: { on: issued } }, { signal }).then(
        (brief) => brief.snow,
        () => [],
      ),
    ]);
    return { ...carryOver, snow };
  },
  View: CarryOverView,
  Chart: CarryOverFan,
} satisfies AfterSeason<CarryOverOfDay>;
