import { useStore } from '@nanostores/react';
import { lazyPart } from '#kits/ui/screen-parts.tsx';
import { $session } from '#session/session.ts';
import type { SiteActionProps } from '#stores/site-hooks.ts';

const Action = lazyPart<SiteActionProps>(() =>
  import('../screen/SiteAction.tsx').then((module) => module.SiteAction),
);

export default function EnterReading(props: SiteActionProps) {
  return 'user' in useStore($session) && <Action {...props} />;
}
