import { useStore } from '@nanostores/react';
import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ForecastChart } from '#config/forecast.ts';
import type { SeriesLocation } from '#contract/time-series.ts';
import { Chart, type Crosshair, initialChartState } from '#kits/chart/index.ts';
import { Notice, VisuallyHidden } from '#kits/ui/index.ts';
import { PrintSheet } from '#kits/ui/print/PrintSheet.tsx';
import { useNearViewport } from '#kits/ui/print/printing.ts';
import { comparisonView, RecordChart } from '#season/years/RecordChart.tsx';
import { dataOf } from '#stores/queries.ts';
import styles from './Forecast.module.css';
import type { ForecastScreen } from './screen.ts';

const waiting = { status: 'loading' } as const;

type ForecastGraphProps = {
  screen: ForecastScreen;
  chart: ForecastChart;
  /** Shared by the charts of the page. */
  crosshair: Crosshair;
};

/** A chart with its notes. It is drawn when it is near the viewport. */
export function ForecastGraph({ screen, chart, crosshair }: ForecastGraphProps) {
  const frame = useRef<HTMLDivElement>(null);
  const near = useNearViewport(frame);
  const ready = useStore(screen.$ready);
  const location = useStore(screen.$byLocId).get(chart.locId);
  const values = useSubmittedValues(screen, chart, { location: location?.loc_ndx, near });
  return (
    <div ref={frame} className={`stack ${styles.graph}`} data-gap={3} id={chart.id} tabIndex={-1}>
      {ready && !location ? (
        <Notice severity="warning">
          {chart.title}: the portal has no data for location {chart.locId} of this graph.
        </Notice>
      ) : near && location ? (
        <Graph screen={screen} chart={chart} crosshair={crosshair} location={location} values={values} />
      ) : (
        <PrintSheet data={waiting}>
          <Chart
            data={{ ...waiting, title: chart.title }}
            theme="light"
            state={initialChartState}
            onState={() => {}}
          />
        </PrintSheet>
      )}
      {chart.moreInfo.length > 0 && (
        <details className={styles.more}>
          <summary className="accent">
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

type Values = ReturnType<ForecastScreen['createValues']>;

/** The values of a chart, loaded when it is near, and again with every Submit, seen or not. */
function useSubmittedValues(
  screen: ForecastScreen,
  { parameter, measure }: ForecastChart,
  { location, near }: { location: number | undefined; near: boolean },
): Values {
  const [values] = useState(screen.createValues);
  const submitted = dataOf(useStore(screen.result.$state));
  const isWanted = useStore(screen.$loadsAll) || near;
  useEffect(() => {
    if (!submitted || !isWanted || location === undefined) return;
    values.submit({ ...submitted, parameter, location, year: 'water', measure, colors: [] });
  }, [values, submitted, isWanted, parameter, location, measure]);
  useEffect(() => values.cancel, [values]);
  return values;
}

function Graph({
  screen,
  chart,
  crosshair,
  location,
  values,
}: ForecastGraphProps & { location: SeriesLocation; values: Values }) {
  const [state, setState] = useState(initialChartState);
  return (
    <RecordChart
      query={values}
      view={comparisonView}
      location={location}
      today={screen.today}
      hint={`${chart.title}: choose at least one series, then press Submit.`}
      state={state}
      onState={setState}
      crosshair={crosshair}
    />
  );
}
