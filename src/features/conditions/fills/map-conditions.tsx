import type { MapConditions } from '../../public-map/index.ts';
import { ConditionLegend } from '../screen/ConditionLegend.tsx';
import { cardOf, colorByCondition, describeSnow, firstDay, unusualRank } from '../screen/conditions.ts';
import { ConditionKey } from '../screen/DaySlider.tsx';
import { createDays } from '../screen/days.tsx';

export default {
  firstDay,
  createDays,
  colorSites: colorByCondition,
  cardOf,
  rankOf: unusualRank,
  describeSnow,
  renderKey: () => <ConditionKey />,
  renderLegend: (scheme, layer, wide) => <ConditionLegend scheme={scheme} layer={layer} wide={wide} />,
} satisfies MapConditions;
