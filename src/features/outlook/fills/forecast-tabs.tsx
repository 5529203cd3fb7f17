import { lazyPart, SkeletonLines } from '#kits/ui/index.ts';
import type { ForecastTab, ForecastTabProps } from '../../forecast/index.ts';

export default {
  place: 1,
  view: 'outlook',
  label: 'Outlook',
  isOffered: () => true,
  Part: lazyPart<ForecastTabProps>(
    () => import('../screen/OutlookPart.tsx').then((module) => module.OutlookPart),
    <SkeletonLines count={6} label="Loading…" />,
  ),
} satisfies ForecastTab;
