import { useStore } from '@nanostores/react';
import { CheckList } from '#kits/ui/CheckList.tsx';
import { SkeletonLines } from '#kits/ui/index.ts';
import type { FilterGroupName } from './map-address.ts';
import type { PublicMapScreen } from './screen.ts';

type Props = { screen: PublicMapScreen; group: FilterGroupName; label: string };

export function FilterOptions({ screen, group, label }: Props) {
  const options = useStore(screen.data.$options);
  const { counts } = useStore(screen.$filtered);
  const chosen = useStore(screen.$filters)[group];
  if (!options) return <SkeletonLines count={6} label={`Loading ${label}`} />;
  const listed = options[group].map(({ value, display }) => ({
    value,
    label: display,
    count: counts[group].get(value) ?? 0,
  }));
  // A link may contain a value that no longer exists: it is listed so that it can be removed.
  const unlisted = chosen.filter((value) => !listed.some((option) => option.value === value));
  return (
    <CheckList
      label={label}
      options={[...listed, ...unlisted.map((value) => ({ value, label: value, count: 0 }))]}
      chosen={chosen}
      onChange={(values) => screen.setFilter(group, values)}
    />
  );
}
