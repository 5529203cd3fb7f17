import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import { formatExportedAt } from '#domain/exported-at.ts';
import { describeStanding, normalsNote } from '#domain/season-labels.ts';
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
import { comparisonChartContent, missingNotes } from '../shared/comparison-chart.ts';
import { LocationsMap } from '../shared/LocationsMap.tsx';
import { RecordNotes } from '../shared/RecordNotes.tsx';
import { columns } from './columns.ts';
import { createWaterYear, type WaterYearScreen as Store } from './screen.ts';

const tableTitle = 'Water Year Comparison Table';

/** Water Year Comparisons. It asks for nothing before someone is signed in. */
export function WaterYearScreen() {
  return useStore($admitted) ? <WaterYear /> : null;
}

function WaterYear() {
  const [screen] = useState(() =>
    createWaterYear({ request, address: createAddress(), now: () => new Date() }),
  );
  useEffect(() => screen.start(), [screen]);
  const faults = useStore(screen.$faults);
  return (
    <ToolLayout
      title="Water Year Comparisons"
      info={
        <p>
          After selecting your inputs, click the red 'Submit' button to load an interactive time series plot
          for comparison across different water years.
        </p>
      }
      notices={<LoadErrors errors={faults} />}
      panelLabel="What to compare"
      panel={<ChoicePanel screen={screen} withParameter />}
      mapLabel="Map of locations"
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
  const shown = result.status === 'idle' ? undefined : result.selection;
  const location = locations.find((each) => each.loc_ndx === shown?.location);
  const source = location?.data_provider ?? '';
  const data = useMemo(
    () =>
      chartData(result, screen.result, (found, shown) => comparisonChartContent(found, shown, theme, source)),
    [result, theme, source, screen],
  );
  return (
    <>
      {result.status === 'ready' && (
        <>
          <p>{describeStanding(result.data.standing.latest, result.data.standing.units_name)}</p>
          {missingNotes(result.data, result.selection).map((text) => (
            <Notice key={text} severity="warning">
              {text}
            </Notice>
          ))}
        </>
      )}
      <Chart
        data={data}
        theme={theme}
        state={chart}
        onState={screen.setChart}
        notify={showToast}
        describeExportTime={formatExportedAt}
      />
      {result.status === 'ready' && result.selection.parameter !== undefined && (
        <RecordNotes
          standing={result.data.standing}
          location={location}
          parameter={result.selection.parameter}
          series={result.selection.series}
          year={result.selection.year}
          today={screen.today}
        />
      )}
      {result.status !== 'idle' && result.status !== 'failed' && (
        <>
          <h2>{tableTitle}</h2>
          <TableView
            caption={tableTitle}
            columns={columns}
            data={
              result.status === 'ready'
                ? { status: 'ready', rows: result.data.records }
                : { status: 'loading' }
            }
            state={table}
            onChange={screen.setTable}
            noun={{ one: 'value', many: 'values' }}
            empty="None of the chosen series has data here."
            csv={{
              fileName: () => toFileName(tableTitle, new Date(), 'csv'),
              comment: () => [tableTitle, `Source: ${source}`, normalsNote, formatExportedAt(new Date())],
            }}
          />
        </>
      )}
    </>
  );
}
