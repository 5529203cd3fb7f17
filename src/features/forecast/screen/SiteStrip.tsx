import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import type { ForecastChart, ForecastGroup } from '#config/forecast.ts';
import { Sparkline } from '#kits/chart/Sparkline.tsx';
import { Button, Notice, VisuallyHidden } from '#kits/ui/index.ts';
import { Standing } from '#kits/ui/marks/Standing.tsx';
import { dataOf } from '#stores/queries.ts';
import styles from './Forecast.module.css';
import { jumpToGraph } from './jump-to-graph.ts';
import type { ForecastScreen } from './screen.ts';
import type { SiteGlance } from './site-glance.ts';

type SiteStripProps = { screen: ForecastScreen; groups: readonly ForecastGroup[] };

/** A line for each site: its latest value, its changes, where it stands, and a link to its graph. */
export function SiteStrip({ screen, groups }: SiteStripProps) {
  const charts = useMemo(() => groups.flatMap((group) => group.charts), [groups]);
  const [glances] = useState(() => screen.createGlances(charts));
  const ready = useStore(screen.$ready);
  const byLocId = useStore(screen.$byLocId);
  const state = useStore(glances.$state);
  useEffect(() => {
    if (ready) void glances.load();
  }, [glances, ready]);
  useEffect(() => glances.cancel, [glances]);
  if (state.status === 'failed') {
    return (
      <Notice severity="error">
        The latest values could not be loaded: {state.error.message}{' '}
        <Button onClick={() => void glances.retry()}>Try again</Button>
      </Notice>
    );
  }
  const loaded = dataOf(state);
  const hasFailed = charts.some(({ id, locId }) => loaded && byLocId.has(locId) && !loaded.has(id));
  return (
    <div>
      <ul
        className={`no-print relative text-sm ${styles.strip} tight scroll-x`}
        aria-label="Latest values"
        aria-busy={!loaded}
      >
        {charts.map((chart) => (
          <SiteLine
            key={chart.id}
            chart={chart}
            name={byLocId.get(chart.locId)?.loc_name}
            glance={loaded?.get(chart.id)}
            loading={!loaded}
          />
        ))}
      </ul>
      {hasFailed && (
        <p>
          <Button onClick={() => void glances.retry()} disabled={state.status === 'renewing'}>
            Load the missing values again
          </Button>
        </p>
      )}
    </div>
  );
}

type SiteLineProps = {
  chart: ForecastChart;
  name: string | undefined;
  glance: SiteGlance | undefined;
  loading: boolean;
};

function SiteLine({ chart, name, glance, loading }: SiteLineProps) {
  const missing = loading
    ? 'Loading…'
    : name === undefined
      ? 'The portal has no data for this site.'
      : 'The latest value could not be loaded.';
  return (
    <li className="shrinks">
      <p>
        <a
          className="block ellipsis"
          href={`#${chart.id}`}
          onClick={(event) => {
            if (jumpToGraph(chart.id)) event.preventDefault();
          }}
        >
          {name ?? chart.title}
        </a>
        {name !== undefined && <VisuallyHidden> {chart.title}</VisuallyHidden>}
      </p>
      {glance ? <Glance glance={glance} name={name ?? chart.title} /> : <p className="quiet">{missing}</p>}
    </li>
  );
}

function Glance({ glance, name }: { glance: SiteGlance; name: string }) {
  const { described, changes, days, values, maxGap, isReversed } = glance;
  if (!described) return <p className="quiet">This record has no values yet.</p>;
  return (
    <>
      <p>
        <strong>{described.value}</strong> <span className="quiet">{described.when}</span>
      </p>
      <p className={styles.changes}>
        {changes.map((text) => (
          <span key={text} className="block">
            {text}
          </span>
        ))}
      </p>
      <div className={styles.line}>
        {days.length > 1 && (
          <Sparkline
            label={`The last twelve months of ${name}`}
            xs={days}
            ys={values}
            reversed={isReversed}
            maxGap={maxGap}
          />
        )}
      </div>
      <Standing {...described.standing} />
    </>
  );
}
