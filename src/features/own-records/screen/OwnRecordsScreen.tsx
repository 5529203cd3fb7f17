import { useStore } from '@nanostores/react';
import { Page } from '#kits/ui/Page.tsx';
import { $admitted, $session } from '#session/session.ts';
import { AdministrationPart } from './AdministrationPart.tsx';
import { FileDoor } from './FileDoor.tsx';

/** Own Records: a file of them for people who may write a site, and for administrators all that they decide. */
export function OwnRecordsScreen({ title }: { title: string }) {
  const session = useStore($session);
  if (!useStore($admitted) || !('user' in session)) return null;
  return (
    <Page
      title={title}
      info="Sites of your own: readings that people enter, loggers push, or files bring. They are records like all others."
    >
      {session.user.isAdmin && <AdministrationPart />}
      <FileDoor onStored={() => {}} />
    </Page>
  );
}
