import { useStore } from '@nanostores/react';
import { ExternalLink } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ForecastChart } from '#config/forecast.ts';
import type { SeriesLocation } from '#contract/time-series.ts';
import { describeSource } from '#domain/demonstration.ts';
import type { SeasonSelection } from '#domain/season-selection.ts';
import { Chart, type ChartState, type Crosshair, initialChartState } from '#kits/chart/index.ts';
import { Notice, VisuallyHidden } from '#kits/ui/index.ts';
import { PrintSheet } from '#kits/ui/PrintSheet.tsx';
import { useNearViewport } from '#kits/ui/use-near-viewport.ts';
import { describeAccess } from '#stores/data-access.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { showToast } from '#stores/toasts.ts';
import { chartData, comparisonChartContent } from '../shared/chart-data.ts';
import { computationOf } from '../shared/computation.ts';
import { comparisonChartAddress } from '../shared/data-links.ts';
import { HowComputed } from '../shared/HowComputed.tsx';
import { RecordNotes } from '../shared/RecordNotes.tsx';
import { missingNotes } from '../shared/record-notes.ts';
import { Standing } from '../shared/Standing.tsx';
import { describeLatest } from '../shared/standing-text.ts';
import styles from './Forecast.module.css';
import type { ForecastScreen } from './screen.ts';

const waiting = { status: 'loading' } as const;

type ForecastGraphProps = {
  screen: ForecastScreen;
  chart: ForecastChart;
  /** Shared by the charts of the page. */
  crosshair: Crosshair;
};

/** A chart with its notes. It loads when it is near the viewport. */
export function ForecastGraph({ screen, chart, crosshair }: ForecastGraphProps) {
  const frame = useRef<HTMLDivElement>(null);
  const near = useNearViewport(frame);
  const ready = useStore(screen.$ready);
  const location = useStore(screen.$byLocId).get(chart.locId);
  return (
    <div ref={frame} className={styles.graph} id={chart.id} tabIndex={-1}>
      {ready && !location ? (
        <Notice severity="warning">
          {chart.title}: the portal has no data for location {chart.locId} of this graph.
        </Notice>
      ) : near && location ? (
        <Graph screen={screen} chart={chart} crosshair={crosshair} location={location} />
      ) : (
        <PrintSheet data={waiting}>
          <Chart
            data={{ ...waiting, progress: chart.title }}
            theme="light"
            state={initialChartState}
            onState={() => {}}
            notify={showToast}
          />
        </PrintSheet>
      )}
      {chart.moreInfo.length > 0 && (
        <details className={styles.more}>
          <summary>
            More Info<VisuallyHidden> on {location?.loc_name ?? chart.title}</VisuallyHidden>
          </summary>
          <ul>
            {chart.moreInfo.map(({ label, href }) => (
              <li key={href}>
                <a href={href} target="_blank" rel="noopener">
                  {label} <ExternalLink size={12} aria-hidden="true" />
                  <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Graph({ screen, chart, crosshair, location }: ForecastGraphProps & { location: SeriesLocation }) {
  const [values] = useState(() => screen.createValues(chart, location.loc_ndx));
  const submitted = useStore(screen.$submitted);
  const result = useStore(values.$state);
  const theme = useStore($resolvedTheme);
  const [state, setState] = useState<ChartState>(initialChartState);
  useEffect(() => {
    values.submit(submitted);
  }, [values, submitted]);
  useEffect(() => values.cancel, [values]);
  const ready = result.status === 'ready' ? result : undefined;
  const { parameter, measure } = chart;
  const selection = useMemo(
    (): SeasonSelection => ({
      parameter,
      location: location.loc_ndx,
      series: submitted.series,
      year: 'water',
      measure,
      colors: [],
    }),
    [parameter, measure, location, submitted],
  );
  const source = describeSource([
    {
      name: location.loc_name,
      provider: location.data_provider,
      source: ready?.data.standing.source ?? null,
      isDemonstration: ready?.data.standing.is_demonstration ?? false,
    },
  ]);
  const data = useMemo(
    () =>
      chartData(
        result,
        values,
        (found) => comparisonChartContent(found, selection, theme, source, location.loc_id),
        `${chart.title}: choose at least one series, then press Submit.`,
      ),
    [result, values, selection, theme, source, location, chart],
  );
  const printed = useMemo(
    () => ready && comparisonChartContent(ready.data, selection, 'light', source, location.loc_id),
    [ready, selection, source, location],
  );
  return (
    <>
      {ready && <Standing standing={ready.data.standing} selection={selection} today={screen.today} />}
      {ready &&
        missingNotes(ready.data, selection).map((text) => (
          <Notice key={text} severity="warning">
            {text}
          </Notice>
        ))}
      <PrintSheet
        data={data}
        finding={
          ready &&
          describeLatest(ready.data.standing, { ...selection, today: screen.today }, 'card')?.sentence
        }
      >
        <Chart
          data={data}
          {...(printed && { printed })}
          theme={theme}
          state={state}
          onState={setState}
          notify={showToast}
          link={{
            address: comparisonChartAddress(selection, location),
            access: describeAccess([location.data_provider]),
          }}
          crosshair={crosshair}
        />
      </PrintSheet>
      {ready && (
        <RecordNotes
          standing={ready.data.standing}
          records={ready.data.records}
          location={location}
          parameter={parameter}
          selection={selection}
        />
      )}
      {ready && data.status === 'ready' && (
        <HowComputed computation={computationOf(ready.data, selection, source)} title={data.content.title} />
      )}
    </>
  );
}
