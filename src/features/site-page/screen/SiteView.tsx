import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useMemo } from 'react';
import { hasReversedAxis } from '#config/parameters.ts';
import { signInPath } from '#config/sign-in-path.ts';
import { describeFinding, noValue, withheldFinding } from '#domain/finding/finding.ts';
import type { ChartContent } from '#kits/chart/index.ts';
import { listenToPrint } from '#kits/html/print-page.ts';
import { Button, buttonClass, Notice } from '#kits/ui/index.ts';
import { Card, Grid, Stack } from '#kits/ui/Layout.tsx';
import type { SiteSectionProps } from '#stores/site-hooks.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import type { SitePage, SiteRecord } from '../contract.ts';
import { RiverLine, SiteLocator } from './River.tsx';
import { SeasonChart } from './SeasonChart.tsx';
import { SiteFolds, SitePart, SiteStatistics } from './SiteFacts.tsx';
import { SiteHead } from './SiteHead.tsx';
import styles from './SitePage.module.css';
import { openingView, seasonContentOf } from './season-view.ts';
import { type DescribedFinding, factsOf } from './site-facts.ts';
import type { SiteScreen } from './site-screen.ts';
import { WellRecord } from './WellRecord.tsx';

type Props = { screen: SiteScreen; page: SitePage };

const sections = Object.entries(
  import.meta.glob<ComponentType<SiteSectionProps>>('../../*/fills/site-sections.tsx', {
    eager: true,
    import: 'default',
  }),
);

/** All about a site: what is said of its record, its season, its place on the river, and what its record rests on. */
export function SiteView({ screen, page }: Props) {
  const { site, neighbors } = page;
  const state = useStore(screen.page.$state);
  const { record, described, content, printed } = useSeason({ screen, page });
  useEffect(listenToPrint, []);
  return (
    <Stack as="article" gap={2} className={`plain-page anywhere ${styles.site}`}>
      <SiteHead screen={screen} site={site} record={record} described={described} content={content} />
      {state.status === 'stale' && (
        <Notice
          severity="warning"
          action={<Button onClick={() => void screen.page.retry()}>Try again</Button>}
        >
          The site could not be loaded again. {state.error.message}
        </Notice>
      )}
      <Stack gap={5} className={styles.body}>
        <div>
          {!record || !described || described.state === 'none' ? (
            <Card as="p">This site has no values yet. They appear here after an import.</Card>
          ) : described.state === 'withheld' ? (
            <Card as="p">
              {described.sentence}{' '}
              <a className={buttonClass()} href={signInPath(location.pathname + location.search)}>
                Log in
              </a>
            </Card>
          ) : (
            <SeasonChart
              screen={screen}
              page={page}
              record={record}
              described={described}
              content={content}
              printed={printed}
            />
          )}
          <WellRecord screen={screen} site={site} />
        </div>
        <Stack as="aside" className="no-print">
          <SiteLocator site={site} />
          <RiverLine site={site} described={described} neighbors={neighbors} today={screen.today} />
        </Stack>
      </Stack>
      {sections.map(([path, Section]) => (
        <Section key={path} site={site} onChange={screen.renew} />
      ))}
      <Grid className={`no-print ruled-above ${styles.columns}`}>
        {record?.statistics && record.latest && described?.state !== 'ended' && (
          <SiteStatistics statistics={record.statistics} finding={record.latest} />
        )}
        <SitePart title="Facts">
          <dl className={`text-sm ${styles.facts} ${styles.ruled}`}>
            {factsOf(site, record).map(([term, text]) => (
              <div key={term}>
                <dt className="quiet">{term}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </SitePart>
        <SiteFolds screen={screen} page={page} record={record} content={content} />
      </Grid>
    </Stack>
  );
}

/** The chosen record, what is said of it, and what its chart shows. */
function useSeason({ screen, page }: Props) {
  const record = useStore(screen.$record);
  const described = record && describeRecord(record, screen.today);
  const season = { screen, page, record, hasEnded: described?.state === 'ended' };
  return {
    record,
    described,
    content: useSeasonContent({ ...season, theme: useStore($resolvedTheme) }),
    printed: useSeasonContent({ ...season, theme: 'light' }),
  };
}

/** The season of a site without the rest of its page; nothing without values, or where they are withheld. */
export function SiteSeason(props: Props) {
  const { record, ...season } = useSeason(props);
  const { state } = season.described ?? { state: 'none' };
  if (!record || state === 'none' || state === 'withheld') return null;
  return <SeasonChart {...props} {...season} record={record} />;
}

function describeRecord(record: SiteRecord, today: string): DescribedFinding {
  if (record.is_withheld) return withheldFinding;
  if (!record.latest) {
    return describeFinding({ ...record, ...noValue, capacity: null, is_withheld: false }, { today });
  }
  return describeFinding(record.latest, { today, isWaterYearNamed: true, now: new Date() });
}

type ContentProps = Props & { record: SiteRecord | undefined; hasEnded: boolean; theme: 'light' | 'dark' };

function useSeasonContent({ screen, page: { site }, record, hasEnded, theme }: ContentProps) {
  const season = useStore(screen.season.$state);
  const { view, isPercent } = useStore(screen.$choice);
  const data = 'data' in season ? season.data : undefined;
  const parameter = record?.parameter_ndx;
  return useMemo((): ChartContent | undefined => {
    if (!data || data.parameter_ndx !== parameter) return undefined;
    return seasonContentOf(data, {
      site,
      view: view ?? openingView(data.parameter_ndx, screen.today),
      theme,
      isReversed: hasReversedAxis(data.parameter_ndx),
      hasEnded,
      isPercent,
    });
  }, [data, parameter, site, view, theme, hasEnded, isPercent, screen]);
}
