import { useStore } from '@nanostores/react';
import type { SitePage } from '#contract/site-page.ts';
import { SegmentedField } from '#kits/form/SegmentedField.tsx';
import { Button, Notice } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import { Completeness } from './Completeness.tsx';
import { Mentions } from './Mentions.tsx';
import { Neighbors } from './Neighbors.tsx';
import { ParameterCard } from './ParameterCard.tsx';
import { SeasonSection } from './SeasonSection.tsx';
import { SiteActions, SiteHead } from './SiteHead.tsx';
import styles from './SitePage.module.css';
import { StatisticsTable } from './StatisticsTable.tsx';
import type { SiteScreen } from './site-screen.ts';
import { ToolLinks } from './ToolLinks.tsx';

type Props = { screen: SiteScreen; page: SitePage };

/** All about a site: its head, its latest values, and what its records, neighbors and documents say. */
export function SiteView({ screen, page }: Props) {
  const { site, records } = page;
  const state = useStore(screen.page.$state);
  return (
    <div className={styles.site}>
      <Page
        title={site.loc_name}
        breadcrumbs={<a href="/watershed-overview/map-of-sites">Map of Sites</a>}
        actions={<SiteActions site={site} />}
      >
        {state.status === 'stale' && (
          <Notice
            severity="warning"
            action={<Button onClick={() => void screen.page.retry()}>Try again</Button>}
          >
            The site could not be loaded again. {state.error.message}
          </Notice>
        )}
        <SiteHead site={site} />
        {records.length === 0 ? (
          <Notice severity="info">This site has no values yet. They appear here after an import.</Notice>
        ) : (
          <>
            <ul className={styles.cards} aria-label="Latest values">
              {records.map((record) => (
                <ParameterCard key={record.parameter_ndx} site={site} record={record} today={screen.today} />
              ))}
            </ul>
            <RecordParts screen={screen} page={page} />
          </>
        )}
        <Neighbors neighbors={page.neighbors} />
        <Mentions documents={page.documents} announcements={page.announcements} />
      </Page>
    </div>
  );
}

/** What depends on the chosen parameter. */
function RecordParts({ screen, page: { site, records } }: Props) {
  const record = useStore(screen.$record);
  if (!record) return null;
  return (
    <>
      {records.length > 1 && (
        <SegmentedField
          label="Parameter of the season, the completeness and the statistics"
          value={String(record.parameter_ndx)}
          choices={records.map((each) => ({
            value: String(each.parameter_ndx),
            label: each.parameter_name,
          }))}
          onChange={(value) => screen.chooseParameter(Number(value))}
        />
      )}
      <SeasonSection screen={screen} site={site} record={record} />
      <ToolLinks site={site} record={record} today={screen.today} />
      <div className={styles.columns}>
        <Completeness key={record.parameter_ndx} screen={screen} record={record} />
        <StatisticsTable record={record} />
      </div>
    </>
  );
}
