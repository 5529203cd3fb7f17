import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Grid, LoadState, Notice, Stack, useScreen } from '#kits/ui/index.ts';
import { $session } from '#session/session.ts';
import { dataOf } from '#stores/queries.ts';
import type { SiteSectionProps } from '#stores/site-hooks.ts';
import styles from './OwnRecords.module.css';
import { readingsId } from './own-sites.ts';
import { RatingTables } from './RatingTables.tsx';
import { ReadingForm, WaitingList } from './ReadingForm.tsx';
import { ReadingList } from './ReadingList.tsx';
import { createReadings } from './readings-screen.ts';

/** The latest readings of an own site, the form for a new one, and its rating tables. */
export function OwnReadings({ site: { loc_ndx }, onChange }: SiteSectionProps) {
  const session = useStore($session);
  const subject = 'user' in session ? session.user.sub : '';
  const readings = useScreen(() => createReadings({ loc_ndx, subject, onChange }));
  const state = useStore(readings.record.$state);
  const { site, readings: list = [], tables = [], notice } = dataOf(state) ?? {};
  const isReady = Boolean(site);
  // A link to the form is followed as soon as the form is there.
  useEffect(() => {
    if (isReady && location.hash === `#${readingsId}`) document.getElementById(readingsId)?.scrollIntoView();
  }, [isReady]);
  return (
    <Stack gap={5} className={`no-print ruled-above ${styles.part}`}>
      <Stack as="section" gap={3} aria-labelledby={readingsId}>
        <h2 id={readingsId} className="apart">
          Readings
        </h2>
        <WaitingList readings={readings} />
        <LoadState state={state} noun="the readings" lines={6} retry={readings.record.retry} />
        {site?.can_write && notice && <Notice severity="info">{notice}</Notice>}
        {site && !site.can_write && (
          <Notice severity="info">
            Readings are entered by people whom an administrator has named for this site.
          </Notice>
        )}
        {site && (
          <Grid column="20rem" data-align="start">
            {site.can_write && <ReadingForm readings={readings} site={site} />}
            <ReadingList site={site} readings={list} onChange={readings.renew} />
          </Grid>
        )}
      </Stack>
      {site && <RatingTables site={site} tables={tables} onChange={readings.renew} />}
    </Stack>
  );
}
