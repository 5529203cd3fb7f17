import { useStore } from '@nanostores/react';
import { ChartLine } from 'lucide-react';
import type { FreshnessState } from '#domain/freshness.ts';
import { Sparkline } from '#kits/chart/Sparkline.tsx';
import { Button, Notice, RingMark, VisuallyHidden } from '#kits/ui/index.ts';
import { describeLatest, type LatestLine } from '#stores/latest-text.ts';
import styles from './LatestValues.module.css';
import type { SitePopupState } from './popup-state.ts';
import type { PublicMapScreen } from './screen.ts';
import { parametersOf } from './site-filters.ts';
import { withoutPropagation } from './without-propagation.ts';

type Props = {
  screen: PublicMapScreen;
  site: SitePopupState['site'];
  /** The state of the whole site, which a record does not repeat. */
  reporting: FreshnessState | undefined;
};

/** The latest value of each parameter of a site. While they load, their places are held. */
export function LatestValues({ screen, site, reporting }: Props) {
  const state = useStore(screen.latest.$state);
  if (state.status === 'failed' && state.selection === site.loc_ndx) {
    return (
      <Notice
        severity="error"
        action={<Button onClick={withoutPropagation(screen.latest.retry)}>Try again</Button>}
      >
        The latest values could not be loaded. {state.error.message}
      </Notice>
    );
  }
  const loaded = 'data' in state && state.selection === site.loc_ndx ? state.data : undefined;
  if (!loaded) return <Places count={parametersOf(site).length} />;
  const lines = describeLatest(loaded, screen.today());
  if (lines.length === 0) return <p className={styles.none}>This site has no values yet.</p>;
  return (
    <ul className={styles.list} aria-label="Latest values">
      {lines.map((line) => (
        <Value key={line.parameter} line={line} site={site.loc_name} warns={line.state !== reporting} />
      ))}
    </ul>
  );
}

type ValueProps = { line: LatestLine; site: string; warns: boolean };

function Value({ line, site, warns }: ValueProps) {
  return (
    <li className={styles.value}>
      <div className={styles.facts}>
        <p className={styles.parameter}>
          {line.parameter}
          {line.isDemonstration && <span className={styles.muted}> · demonstration</span>}
        </p>
        <p className={styles.reading}>
          <strong className={styles.number}>{line.value}</strong>
          {line.change !== undefined && <span className={styles.change}>{line.change}</span>}
        </p>
        <p className={styles.muted}>{line.when}</p>
        {line.standing !== undefined && <p>{line.standing}</p>}
        {warns && line.warning !== undefined && (
          <p className={styles.muted}>
            {line.state === 'late' ? <RingMark>{line.warning}</RingMark> : line.warning}
          </p>
        )}
      </div>
      <a className={styles.chart} href={line.chart}>
        <span className={styles.line}>
          {line.line.days.length > 1 && (
            <Sparkline
              label={`The last year of ${line.parameter}`}
              xs={line.line.days}
              ys={line.line.values}
              reversed={line.line.isReversed}
              maxGap={line.line.maxGap}
            />
          )}
        </span>
        <span className={styles.chartName}>
          <ChartLine size={14} aria-hidden="true" /> Chart
          <VisuallyHidden>
            {' '}
            of {line.parameter} at {site}
          </VisuallyHidden>
        </span>
      </a>
    </li>
  );
}

function Places({ count }: { count: number }) {
  return (
    <div className={styles.list} role="status" aria-label="Loading the latest values">
      {Array.from({ length: count }, (_, at) => `place-${at}`).map((key) => (
        <span key={key} className={styles.place} />
      ))}
    </div>
  );
}
