import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { isYear } from '#downloads/shades.ts';
import { $admitted } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { monthlyGainsAddress } from '../shared/data-links.ts';
import { YearComparison } from '../shared/YearComparison.tsx';
import { GainsTable, gainsTitle } from './GainsTable.tsx';
import { gainsChartContent } from './gains-chart.ts';
import { gainsComputation, missingGainsNotes } from './gains-notes.ts';
import { SeasonGain } from './SeasonGain.tsx';
import { SeasonToDate } from './SeasonToDate.tsx';
import { createReachGains } from './screen.ts';

/** Reach Gains Comparisons. Requests nothing before someone is signed in. */
export function ReachGainsScreen({ title }: { title: string }) {
  return useStore($admitted) ? <AdmittedScreen title={title} /> : null;
}

function AdmittedScreen({ title }: { title: string }) {
  const [screen] = useState(() =>
    createReachGains({ request, address: createAddress(), now: () => new Date() }),
  );
  const { unit } = useStore(screen.$view);
  return (
    <YearComparison
      create={() => screen}
      title={title}
      info="After selecting your inputs, click the red 'Submit' button to compare what a reach gains month by month across different years."
      mapLabel="Map of reaches"
      contentOf={gainsChartContent}
      hint="The monthly gains of a reach will be drawn here, year by year: choose series and a location, then press Submit."
      missingNotes={missingGainsNotes}
      computation={gainsComputation}
      chartAddressOf={monthlyGainsAddress}
      addressOf={monthlyGainsAddress}
      tables={(result, table, { source, location }) =>
        result.status === 'ready' &&
        result.data.all.length > 0 && (
          <>
            <SeasonToDate toDate={result.data.toDate} year={result.selection.year} />
            <SeasonGain
              screen={screen}
              years={[...new Set(result.data.all.map((each) => each.year_num))].filter(isYear)}
              source={source}
              location={location}
              isDemonstration={result.data.standing.is_demonstration}
            />
            <h2>{gainsTitle}</h2>
            <GainsTable
              data={result.data}
              year={result.selection.year}
              source={source}
              location={location}
              unit={unit}
              onUnit={(chosen) => screen.setView({ unit: chosen })}
            />
            {table({
              title: 'Reach Gains of the Chosen Series',
              noun: { one: 'month', many: 'months' },
              data: { status: 'ready', rows: result.data.chosen },
            })}
          </>
        )
      }
    />
  );
}
