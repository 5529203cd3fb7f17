import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { MapCredits } from '#kits/map/index.ts';
import { dataOf } from '#stores/queries.ts';
import { attributionsOf } from './attributions.ts';
import type { PublicMapScreen } from './screen.ts';

/** Names the sources of the shapes that are drawn. */
export function LayerCredits({ screen }: { screen: PublicMapScreen }) {
  const groups = useStore(screen.$groups);
  const geometries = useStore(screen.data.$geometries);
  const sources = dataOf(useStore(screen.data.sources.$state));
  const attributions = useMemo(
    () => attributionsOf(sources ?? [], groups, geometries),
    [sources, groups, geometries],
  );
  return <MapCredits sources={attributions} />;
}
