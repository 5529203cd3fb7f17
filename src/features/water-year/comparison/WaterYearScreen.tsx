import { useStore } from '@nanostores/react';
import type { RiverOrder } from '#config/river-order.ts';
import { $admitted } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { statisticsAddress } from '../shared/data-links.ts';
import { comparisonView } from '../shared/RecordChart.tsx';
import { YearComparison } from '../shared/YearComparison.tsx';
import { createWaterYear } from './screen.ts';

const tableTitle = 'Water Year Comparison Table';

/** Water Year Comparisons. Requests nothing before someone is signed in. */
export function WaterYearScreen({ title, river }: { title: string; river: RiverOrder }) {
  if (!useStore($admitted)) return null;
  return (
    <YearComparison
      create={() => createWaterYear({ request, address: createAddress(), now: () => new Date(), river })}
      title={title}
      info="After selecting your inputs, click the red 'Submit' button to load an interactive time series plot for comparison across different water years."
      mapLabel="Map of locations"
      view={comparisonView}
      hint="The chosen years of one location will be drawn here over its normals of 1991 to 2020: choose series, a parameter and a location, then press Submit."
      addressOf={statisticsAddress}
      tables={({ result }, table) =>
        result.status !== 'idle' &&
        result.status !== 'failed' &&
        table({
          title: tableTitle,
          noun: { one: 'value', many: 'values' },
          data:
            result.status === 'ready'
              ? { status: 'ready', rows: result.data.records }
              : { status: 'loading' },
        })
      }
    />
  );
}
