import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef } from 'react';
import { signInPath } from '#config/sign-in-path.ts';
import type { SiteFacts, SiteRecord } from '#contract/site-page.ts';
import { describeSource } from '#domain/demonstration.ts';
import { seasonChartAddress } from '#domain/season-address.ts';
import { Chart, type ChartData } from '#kits/chart/index.ts';
import { FigureButton } from '#kits/ui/FigureButton.tsx';
import { buttonClass, SkeletonLines } from '#kits/ui/index.ts';
import { useNearViewport } from '#kits/ui/use-near-viewport.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { $session } from '#session/session.ts';
import { describeAccess } from '#stores/data-access.ts';
import { offerFigure, seasonFigure } from '#stores/figure-links.ts';
import type { SubmitState } from '#stores/queries.ts';
import { type Comparison, seasonChart } from '#stores/season-chart.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { showToast } from '#stores/toasts.ts';
import styles from './SitePage.module.css';
import type { Season, SiteScreen } from './site-screen.ts';

type Props = { screen: SiteScreen; site: SiteFacts; record: SiteRecord };

/** The last two water years over the normals, for those who are signed in. */
export function SeasonSection({ screen, site, record }: Props) {
  const { status } = useStore($session);
  const section = useRef<HTMLElement>(null);
  const isNear = useNearViewport(section);
  useEffect(() => {
    if (isNear) screen.showSeason();
  }, [isNear, screen]);
  return (
    <section ref={section} className={styles.season} aria-labelledby="site-season">
      <h2 id="site-season">Season</h2>
      {!record.latest ? (
        <p className={styles.note}>There is no season without a value.</p>
      ) : status === 'signed-in' ? (
        <SeasonChart screen={screen} site={site} record={record} />
      ) : status === 'unknown' ? (
        <SkeletonLines count={1} label="Checking who is signed in" />
      ) : (
        <p className={styles.visitor}>
          <span>
            Log in to see the season: the daily values of this water year and the last one over the normals.
          </span>
          <a className={buttonClass()} href={signInPath(location.pathname + location.search)}>
            Log in
          </a>
        </p>
      )}
      {record.latest && (
        <div className={styles.elsewhere}>
          <FigureButton figures={[offerFigure(figureOf(site, record))]} notify={showToast} />
        </div>
      )}
    </section>
  );
}

const figureOf = (site: SiteFacts, record: SiteRecord) =>
  seasonFigure({ site: site.loc_id, siteName: site.loc_name, parameter: record.parameter_name });

function SeasonChart({ screen, site, record }: Props) {
  const state = useStore(screen.season.$state);
  const chart = useStore(screen.$chart);
  const theme = useStore($resolvedTheme);
  const { loc_name: name, data_provider: provider } = site;
  const { parameter_ndx: parameter, is_demonstration: isDemonstration } = record;
  const data = useMemo(
    () =>
      toChartData(state, parameter, screen.season.retry, (found, years) =>
        seasonChart(
          found,
          { parameter, location: site.loc_ndx, series: years, year: 'water', measure: 'value' },
          theme,
          describeSource([{ name, provider, isDemonstration }]),
          site.loc_id,
        ),
      ),
    [state, screen, parameter, site, theme, name, provider, isDemonstration],
  );
  return (
    <Chart
      data={data}
      theme={theme}
      state={chart}
      onState={screen.setChart}
      notify={showToast}
      describeExportTime={formatExportedAt}
      link={
        'data' in state
          ? {
              address: seasonChartAddress(
                { site: site.loc_id, parameter: record.parameter_name },
                { series: state.selection.years },
              ),
              access: describeAccess([provider]),
            }
          : undefined
      }
    />
  );
}

function toChartData(
  state: SubmitState<Comparison, Season>,
  parameter: number,
  retry: () => Promise<void>,
  contentOf: (found: Comparison, years: readonly string[]) => ReturnType<typeof seasonChart>,
): ChartData {
  if (state.status === 'idle' || state.selection.parameter !== parameter) return { status: 'loading' };
  if (state.status === 'failed') {
    return { status: 'failed', message: state.error.message, retry: () => void retry() };
  }
  if (!('data' in state)) return { status: 'loading', progress: 'Loading the season…' };
  const content = contentOf(state.data, state.selection.years);
  return content ? { status: 'ready', content } : { status: 'idle', hint: 'These years have no values.' };
}
