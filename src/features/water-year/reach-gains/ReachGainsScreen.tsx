import { useStore } from '@nanostores/react';
import { $admitted } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { YearComparison } from '../shared/YearComparison.tsx';
import { GainsTable, gainsTitle } from './GainsTable.tsx';
import { gainsChartContent, missingGainsNotes } from './gains-chart.ts';
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
      tables={(result, table) =>
        result.status === 'ready' &&
        result.data.all.length > 0 && (
          <>
            <h2>{gainsTitle}</h2>
            <GainsTable records={result.data.all} year={result.selection.year} />
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
