import { useStore } from '@nanostores/react';
import { Button, Dialog } from '#kits/ui/index.ts';
import type { PublicMapScreen } from './screen.ts';

export function DisclaimerDialog({ screen }: { screen: PublicMapScreen }) {
  const open = useStore(screen.disclaimer.$open);
  return (
    <Dialog
      open={open}
      title="Disclaimer"
      actions={
        <>
          <Button onClick={() => location.assign('/')}>Decline</Button>
          <Button variant="primary" onClick={screen.disclaimer.accept}>
            Accept
          </Button>
        </>
      }
    >
      <p>
        The data on this map are provisional and may be revised without notice. They come from several
        agencies. Locations, boundaries and readings are approximate.
      </p>
      <p>
        They are provided for information only, without warranty of any kind. Do not rely on them for
        decisions about safety, water rights or water deliveries; contact the agency that made the
        measurement.
      </p>
      <p>Where the portal shows demonstration data, the values are synthetic and not measurements.</p>
    </Dialog>
  );
}
