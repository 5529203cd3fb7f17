import { lazyPart, SkeletonLines } from '#kits/ui/index.ts';
import type { ForecastTab, ForecastTabProps } from '../../forecast/index.ts';

export default {
  place: 2,
  view: 'fill',
  label: 'What it takes to fill',
  isOffered: ({ fill }) => fill.length > 0,
  Part: lazyPart<ForecastTabProps>(
    () => import('../screen/FillPart.tsx').then((module) => module.FillPart),
    <SkeletonLines count={6} label="Loading…" />,
  ),
} satisfies ForecastTab;
