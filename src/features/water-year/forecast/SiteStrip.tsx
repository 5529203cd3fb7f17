import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import type { ForecastChart, ForecastGroup } from '#config/forecast.ts';
import { Sparkline } from '#kits/chart/Sparkline.tsx';
import { Button, Notice } from '#kits/ui/index.ts';
import { dataOf } from '#stores/queries.ts';
import { jumpToGraph } from './jump-to-graph.ts';
import styles from './SiteStrip.module.css';
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
    <div className={styles.frame}>
      <ul className={styles.strip} aria-label="Latest values" aria-busy={!loaded}>
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
        <p className={styles.retry}>
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
    <li>
      <p className={styles.site}>
        <a
          href={`#${chart.id}`}
          onClick={(event) => {
            if (jumpToGraph(chart.id)) event.preventDefault();
          }}
        >
          {name ?? chart.title}
        </a>
        {name !== undefined && <span className={styles.muted}>{chart.title}</span>}
      </p>
      {glance ? (
        <Glance glance={glance} name={name ?? chart.title} />
      ) : (
        <p className={styles.message}>{missing}</p>
      )}
    </li>
  );
}

function Glance({ glance, name }: { glance: SiteGlance; name: string }) {
  const { standing, changes, days, values, maxGap, isReversed } = glance;
  if (!standing) return <p className={styles.message}>This record has no values yet.</p>;
  return (
    <>
      <p>
        <strong>{standing.value}</strong>
        <span className={styles.muted}>{[`on ${standing.date}`, ...standing.remarks].join(', ')}</span>
      </p>
      <p className={styles.changes}>
        {changes.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
      <p className={styles.standing}>
        {standing.class !== undefined && <span>{standing.class}</span>}
        <span className={standing.class === undefined ? undefined : styles.muted}>{standing.rank}</span>
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
    </>
  );
}
