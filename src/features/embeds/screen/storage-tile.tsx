import { useEffect, useState } from 'react';
import type { BriefStorage } from '#contract/group-findings.ts';
import { deliveriesOfRecords, describeDeliverers } from '#domain/deliverer.ts';
import { describeStorage } from '#domain/finding/group-text.ts';
import { Chart, type ChartData, initialChartState } from '#kits/chart/index.ts';
import { mountPart } from '#kits/ui/mount-part.tsx';
import { useAwaitedSheet } from '#kits/ui/print/printing.ts';
import { Sheet } from '#kits/ui/print/Sheet.tsx';
import { formatUsDate } from '#lib/calendar.ts';
import { capitalize } from '#lib/count-text.ts';
import { request } from '#stores/api.ts';
import type { MountTile } from '#stores/tiles.ts';
import { type Figure, readStorageFigure } from '../contract.ts';
import { contentOfFigure } from './figure-content.ts';

/** The storage of all reservoirs over the year, as the figure for other sites has it, in the board packet. */
export const mountStorageTile: MountTile = (element, { on, of }) =>
  mountPart(element, <StorageTile on={on} storage={of as BriefStorage} />);

type StorageTileProps = { on: string | undefined; storage: BriefStorage };

function StorageTile({ on, storage }: StorageTileProps) {
  const [figure, setFigure] = useState<Figure | 'failed'>();
  useEffect(() => {
    request(readStorageFigure, { query: { on } }).then(setFigure, () => setFigure('failed'));
  }, [on]);
  useAwaitedSheet(figure === undefined);
  const { label, total, members } = storage;
  const { value, fullness, standing, changes, comparison, yearChange, rank } = describeStorage(storage);
  const rest = [comparison, yearChange, rank, ...changes].filter((each) => each !== undefined);
  const content = figure && figure !== 'failed' ? contentOfFigure(figure, 'light') : undefined;
  const data: ChartData = content ? { status: 'ready', content } : { status: 'loading' };
  return (
    <Sheet
      kind="chart"
      status={total && figure !== 'failed' ? data.status : 'failed'}
      title={`${label}: ${[value, fullness, standing].filter(Boolean).join(', ')}`}
      subtitle={total ? `${storage.parameter_name} on ${formatUsDate(total.rdate)}` : undefined}
      facts={{
        notes: [`The sum of ${members.map(({ loc_name }) => loc_name).join(', ')}`],
        source: describeDeliverers(deliveriesOfRecords(members)),
      }}
      below={<p>{capitalize(rest.join('; '))}.</p>}
    >
      <Chart
        isBare
        {...(content && { printed: content })}
        data={data}
        theme="light"
        state={initialChartState}
        onState={() => {}}
      />
    </Sheet>
  );
}
