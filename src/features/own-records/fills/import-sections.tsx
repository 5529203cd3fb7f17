import { lazyPart, SkeletonLines } from '#kits/ui/index.ts';
import type { ImportSectionProps } from '../../import-status/index.ts';

export default lazyPart<ImportSectionProps>(
  () => import('../screen/FileDoor.tsx').then((module) => module.FileDoor),
  <SkeletonLines count={4} label="Loading…" />,
);
