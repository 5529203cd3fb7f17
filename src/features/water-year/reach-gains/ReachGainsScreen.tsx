import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import { formatExportedAt } from '#domain/exported-at.ts';
import { describeStanding, normalsNote } from '#domain/season-labels.ts';
import { parameterNdx as known } from '#domain/vocabulary.ts';
import { Chart } from '#kits/chart/index.ts';
import { TableView } from '#kits/table/index.ts';
import { LoadErrors, Notice, toFileName } from '#kits/ui/index.ts';
import { ToolLayout } from '#kits/ui/ToolLayout.tsx';
import { $admitted } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { showToast } from '#stores/toasts.ts';
import { ChoicePanel } from '../shared/ChoicePanel.tsx';
import { chartData } from '../shared/chart-data.ts';
import { LocationsMap } from '../shared/LocationsMap.tsx';
import { RecordNotes } from '../shared/RecordNotes.tsx';
import { columns } from './columns.ts';
import { GainsTable, gainsTitle } from './GainsTable.tsx';
import { gainsChartContent } from './gains-chart.ts';
import { createReachGains, type ReachGainsScreen as Store } from './screen.ts';

const rawTitle = 'Reach Gains of the Chosen Series';

/** Reach Gains Comparisons. It asks for nothing before someone is signed in. */
export function ReachGainsScreen() {
  return useStore($admitted) ? <ReachGains /> : null;
}

function ReachGains() {
  const [screen] = useState(() =>
    createReachGains({ request, address: createAddress(), now: () => new Date() }),
  );
  useEffect(() => screen.start(), [screen]);
  const faults = useStore(screen.$faults);
  return (
    <ToolLayout
      title="Reach Gains Comparisons"
      info={
        <p>
          After selecting your inputs, click the red 'Submit' button to compare what a reach gains month by
          month across different years.
        </p>
      }
      notices={<LoadErrors errors={faults} />}
      panelLabel="What to compare"
      panel={<ChoicePanel screen={screen} withParameter={false} />}
      mapLabel="Map of reaches"
      map={<LocationsMap screen={screen} />}
    >
      <Result screen={screen} />
    </ToolLayout>
  );
}

function Result({ screen }: { screen: Store }) {
  const result = useStore(screen.result.$state);
  const theme = useStore($resolvedTheme);
  const table = useStore(screen.$table);
  const locations = useStore(screen.$locations);
  const chart = useStore(screen.$chart);
  const shownLocation = result.status === 'idle' ? undefined : result.selection.location;
  const location = locations.find((each) => each.loc_ndx === shownLocation);
  const source = location?.data_provider ?? '';
  const data = useMemo(
    () =>
      chartData(result, screen.result, (found, { year }) => gainsChartContent(found, year, theme, source)),
    [result, theme, source, screen],
  );
  const missing =
    result.status === 'ready'
      ? result.selection.series.filter((each) => !result.data.chosen.some((row) => row.year_num === each))
      : [];
  return (
    <>
      {result.status === 'ready' && (
        <p>{describeStanding(result.data.standing.latest, result.data.standing.units_name)}</p>
      )}
      {missing.length > 0 && (
        <Notice severity="warning">There is no data of {missing.join(', ')} for this reach.</Notice>
      )}
      <Chart
        data={data}
        theme={theme}
        state={chart}
        onState={screen.setChart}
        notify={showToast}
        describeExportTime={formatExportedAt}
      />
      {result.status === 'ready' && (
        <RecordNotes
          standing={result.data.standing}
          location={location}
          parameter={known.reachGain}
          series={result.selection.series}
          year={result.selection.year}
          today={screen.today}
        />
      )}
      {result.status === 'ready' && result.data.all.length > 0 && (
        <>
          <h2>{gainsTitle}</h2>
          <GainsTable records={result.data.all} year={result.selection.year} />
          <h2>{rawTitle}</h2>
          <TableView
            caption={rawTitle}
            columns={columns}
            data={{ status: 'ready', rows: result.data.chosen }}
            state={table}
            onChange={screen.setTable}
            noun={{ one: 'month', many: 'months' }}
            empty="None of the chosen series has data here."
            csv={{
              fileName: () => toFileName(rawTitle, new Date(), 'csv'),
              comment: () => [rawTitle, `Source: ${source}`, normalsNote, formatExportedAt(new Date())],
            }}
          />
        </>
      )}
    </>
  );
}
