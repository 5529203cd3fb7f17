import { useStore } from '@nanostores/react';
import { ChartLine } from 'lucide-react';
import { hasReversedAxis } from '#config/parameters.ts';
import type { FindingAnswer } from '#contract/finding.ts';
import { maxGapOf } from '#domain/bridge-gaps.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { standingOf } from '#domain/finding/percentile-bar.ts';
import type { FreshnessState } from '#domain/freshness.ts';
import { siteComparisonUrl } from '#domain/time-series/site-comparison.ts';
import { Sparkline } from '#kits/chart/Sparkline.tsx';
import { Button, Notice, VisuallyHidden } from '#kits/ui/index.ts';
import { Row, Stack } from '#kits/ui/Layout.tsx';
import { Reading } from '#kits/ui/marks/Reading.tsx';
import { Standing } from '#kits/ui/marks/Standing.tsx';
import type { SitePopupState } from '../popup.ts';
import type { PublicMapScreen } from '../screen.ts';
import { parametersOf } from '../site-filters.ts';
import { withoutPropagation } from './Panel.tsx';
import styles from './SiteDetail.module.css';

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
        action={<Button onClick={withoutPropagation(() => void screen.latest.retry())}>Try again</Button>}
      >
        The latest values could not be loaded. {state.error.message}
      </Notice>
    );
  }
  const loaded = 'data' in state && state.selection === site.loc_ndx ? state.data : undefined;
  if (!loaded) return <Places count={parametersOf(site).length} />;
  if (loaded.records.length === 0) return <p className="muted">This site has no values yet.</p>;
  return (
    <Stack as="ul" gap={2} aria-label="Latest values">
      {loaded.records.map((finding) => (
        <Value key={finding.parameter_ndx} finding={finding} today={screen.today()} reporting={reporting} />
      ))}
    </Stack>
  );
}

type ValueProps = { finding: FindingAnswer; today: string; reporting: FreshnessState | undefined };

function Value({ finding, today, reporting }: ValueProps) {
  const { loc_ndx, loc_name, parameter_ndx, parameter_name, por_start, rdate, recent } = finding;
  const described = describeFinding(finding, { today, now: new Date() });
  return (
    <li className={`${styles.value} ruled-below`}>
      <div className="anywhere">
        <p className="label">{parameter_name}</p>
        <Row as="p" gap="0 2" data-baseline>
          <strong className={`${styles.number} text-xl tight`}>{described.value}</strong>
          {described.change !== undefined && <span>{described.change}</span>}
        </Row>
        {described.date !== undefined && (
          <p className="quiet-xs">
            {described.date}
            {described.isProvisional && ', provisional'}
          </p>
        )}
        <Standing {...standingOf(described, 'row')} />
        {described.reading && (
          <p className="quiet-xs">
            <Reading reading={described.reading} />
          </p>
        )}
        {described.freshness.state !== reporting && described.warning !== undefined && (
          <p className="quiet-xs">{described.warning}</p>
        )}
      </div>
      <a
        className={`${styles.chart} packed no-underline rounded`}
        href={siteComparisonUrl(loc_ndx, parameter_ndx, { por_start, por_end: rdate })}
      >
        <span className={styles.line}>
          {recent.days.length > 1 && (
            <Sparkline
              label={`The last year of ${parameter_name}`}
              xs={recent.days}
              ys={recent.values}
              reversed={hasReversedAxis(parameter_ndx)}
              // The peaks of a daily record are up to two runs of eight days apart.
              maxGap={Math.max(16, maxGapOf(recent.days))}
            />
          )}
        </span>
        <span className="inline-row text-xs accent">
          <ChartLine size={14} aria-hidden="true" /> Chart
          <VisuallyHidden>
            {' '}
            of {parameter_name} at {loc_name}
          </VisuallyHidden>
        </span>
      </a>
    </li>
  );
}

function Places({ count }: { count: number }) {
  return (
    <Stack gap={2} role="status" aria-label="Loading the latest values">
      {Array.from({ length: count }, (_, at) => `place-${at}`).map((key) => (
        <span key={key} className={`${styles.place} rounded sunken`} />
      ))}
    </Stack>
  );
}
