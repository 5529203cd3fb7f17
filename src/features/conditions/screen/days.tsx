import { dataOf } from '#stores/queries.ts';
import type { ConditionDays } from '../../public-map/index.ts';
import { conditionsOfDay, waterYearOf } from './conditions.ts';
import { DaySlider } from './DaySlider.tsx';
import { createSeasons } from './seasons.ts';

/** Creates the days that the slider goes through. */
export function createDays(): ConditionDays {
  const seasons = createSeasons();
  const { $state, reload, cancel } = seasons;
  return {
    $state,
    reload,
    cancel,
    show: (day) => seasons.show(waterYearOf(day)),
    conditionsOf(day, latest) {
      const state = $state.get();
      const season = dataOf(state);
      const isOfDay = state.status !== 'idle' && state.selection === waterYearOf(day);
      return season && isOfDay ? conditionsOfDay(season, day, latest) : undefined;
    },
    renderChoice: (host) => <DaySlider host={host} seasons={seasons} />,
  };
}
