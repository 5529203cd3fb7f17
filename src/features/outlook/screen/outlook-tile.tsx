import { useStore } from '@nanostores/react';
import type { OutlookOptions } from '#config/forecast.ts';
import { useScreen } from '#kits/ui/index.ts';
import { mountPart } from '#kits/ui/mount-part.tsx';
import { useAwaitedSheet } from '#kits/ui/print/printing.ts';
import { SheetAddress } from '#kits/ui/print/Sheet.tsx';
import { fixedAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { dataOf } from '#stores/queries.ts';
import type { MountTile } from '#stores/tiles.ts';
import { Fan } from './OutlookPart.tsx';
import { createOutlook, isOutlook } from './screen.ts';

/** The outlook of the first point of the basin file, or what follows its season, in the board packet. */
export const mountOutlookTile: MountTile = (element, { of }) =>
  mountPart(element, <OutlookTile options={of as OutlookOptions} />);

function OutlookTile({ options }: { options: OutlookOptions }) {
  const screen = useScreen(() =>
    createOutlook({ request, address: fixedAddress(''), now: () => new Date(), ...options }),
  );
  const AfterSeasonChart = screen.afterSeason?.Chart;
  const state = useStore(screen.result.$state);
  const data = dataOf(state);
  useAwaitedSheet(data === undefined && state.status !== 'failed');
  if (data === undefined) return null;
  return (
    <SheetAddress value="/data-analysis-tools/forecast-supply?view=outlook">
      {isOutlook(data) ? (
        <Fan screen={screen} outlook={data} />
      ) : (
        AfterSeasonChart && <AfterSeasonChart screen={screen} answer={data} />
      )}
    </SheetAddress>
  );
}
