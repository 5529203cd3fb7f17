import { useStore } from '@nanostores/react';
import { lazyPart } from '#kits/ui/screen-parts.tsx';
import { $session } from '#session/session.ts';
import type { SiteSectionProps } from '#stores/site-hooks.ts';

const Section = lazyPart<SiteSectionProps>(() =>
  import('../screen/SiteSection.tsx').then((module) => module.SiteSection),
);

export default function OwnReadings(props: SiteSectionProps) {
  return 'user' in useStore($session) && <Section {...props} />;
}
