import { useStore } from '@nanostores/react';
import { Fragment, useState } from 'react';
import type { RiverOrder } from '#config/basin/river-order.ts';
import { AsYouLeftIt } from '#season/AsYouLeftIt.tsx';
import { statisticsAddress } from '#season/years/data-links.ts';
import { comparisonView } from '#season/years/RecordChart.tsx';
import { YearComparison } from '#season/years/YearComparison.tsx';
import { $admitted } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { rememberLastChoice } from '#stores/last-choice.ts';
import { createWaterYear } from './screen.ts';

const tableTitle = 'Water Year Comparison Table';

type WaterYearProps = { title: string; river: RiverOrder };

/** Water Year Comparisons. Requests nothing before someone is signed in. */
export function WaterYearScreen(props: WaterYearProps) {
  return useStore($admitted) ? <WaterYearTool {...props} /> : null;
}

function WaterYearTool({ title, river }: WaterYearProps) {
  const [last] = useState(() =>
    rememberLastChoice(createAddress(), `last-choice ${location.pathname}`, (query) =>
      query.includes('submitted=yes'),
    ),
  );
  const [screen] = useState(() =>
    createWaterYear({ request, address: last.address, now: () => new Date(), river }),
  );
  return (
    <YearComparison
      create={() => screen}
      title={title}
      above={
        <>
          <AsYouLeftIt last={last} onStartNew={() => screen.goTo('')} />
          {screen.moreYears.sections.map(({ label, render }) => (
            <Fragment key={label}>{render(screen.draw)}</Fragment>
          ))}
        </>
      }
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
