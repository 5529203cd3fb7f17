import { useStore } from '@nanostores/react';
import { $admitted } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { YearComparison } from '../shared/YearComparison.tsx';
import { GainsTable, gainsTitle } from './GainsTable.tsx';
import { gainsChartContent } from './gains-chart.ts';
import { gainsComputation, missingGainsNotes } from './gains-notes.ts';
import { SeasonToDate } from './SeasonToDate.tsx';
import { createReachGains } from './screen.ts';

/** Reach Gains Comparisons. Requests nothing before someone is signed in. */
export function ReachGainsScreen({ title }: { title: string }) {
  if (!useStore($admitted)) return null;
  return (
    <YearComparison
      create={() => createReachGains({ request, address: createAddress(), now: () => new Date() })}
      title={title}
      info="After selecting your inputs, click the red 'Submit' button to compare what a reach gains month by month across different years."
      mapLabel="Map of reaches"
      contentOf={gainsChartContent}
      missingNotes={missingGainsNotes}
      computation={gainsComputation}
      tables={(result, table, source) =>
        result.status === 'ready' &&
        result.data.all.length > 0 && (
          <>
            <SeasonToDate toDate={result.data.toDate} year={result.selection.year} />
            <h2>{gainsTitle}</h2>
            <GainsTable data={result.data} year={result.selection.year} source={source} />
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
