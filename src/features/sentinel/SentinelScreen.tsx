import { useStore } from '@nanostores/react';
import { glossaryLink } from '#config/documentation-links.ts';
import { publicEnvironment } from '#config/environment.ts';
import { demonstrationNote } from '#domain/demonstration.ts';
import { pathOfSite } from '#domain/page-paths.ts';
import { describeOmittedValues } from '#domain/qualifiers.ts';
import { describeWellChange } from '#domain/well-change.ts';
import { Sparkline } from '#kits/chart/Sparkline.tsx';
import { HelpLink } from '#kits/form/Field.tsx';
import { buttonClass, Card, Grid, LoadState, useScreen, VisuallyHidden } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import { RingMark } from '#kits/ui/RingMark.tsx';
import { formatDay, formatUsDate } from '#lib/calendar.ts';
import { formatFixed } from '#lib/format-number.ts';
import { $admitted } from '#session/session.ts';
import { request } from '#stores/api.ts';
import styles from './SentinelScreen.module.css';
import { createSentinel, type Well } from './screen.ts';

const dashboard = publicEnvironment.PUBLIC_SENTINEL_DASHBOARD_URL;

/** Sentinel Well Dashboard. Requests nothing before someone is signed in. */
export function SentinelScreen({ title }: { title: string }) {
  return useStore($admitted) ? <Sentinel title={title} /> : null;
}

function Sentinel({ title }: { title: string }) {
  const screen = useScreen(() => createSentinel({ request, now: () => new Date() }));
  const state = useStore(screen.wells.$state);
  const wells = useStore(screen.$wells);
  return (
    <Page title={title}>
      <a
        data-roomy
        data-gap={1}
        className={`stack card ink ${styles.dashboard} no-underline`}
        href={dashboard}
        target="_blank"
        rel="noopener"
      >
        <strong className="accent">External dashboard of sentinel wells</strong>
        <span>Open it to see its hydrographs; this portal has no picture of it.</span>
        <span className={`muted ${styles.info}`}>
          {URL.canParse(dashboard) ? new URL(dashboard).hostname : dashboard}
          <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
        </span>
      </a>
      <p>
        <a className={buttonClass('primary')} href={dashboard} target="_blank" rel="noopener">
          Sentinel Well Dash<VisuallyHidden> (opens in a new tab)</VisuallyHidden>
        </a>
      </p>
      <h2>The sentinel wells in this portal</h2>
      <p className={`muted ${styles.info}`}>
        Depth to water over the last two years. A rising line means a rising water level. The latest readings
        are provisional. <HelpLink {...glossaryLink('provisional')} />
      </p>
      <LoadState state={state} noun="the wells" lines={6} retry={screen.wells.retry} staleSeverity="error" />
      {wells?.length === 0 && <p>The portal has no sentinel wells yet.</p>}
      {wells && wells.length > 0 && (
        <Grid as="ul" gap={4} data-fill>
          {wells.map((well) => (
            <li key={well.location.loc_ndx}>
              <WellCard well={well} />
            </li>
          ))}
        </Grid>
      )}
    </Page>
  );
}

function WellCard({ well }: { well: Well }) {
  const { location, state, days, depths, maxGap, flagged, freshness, chartUrl, isDemonstration } = well;
  const { loc_name } = location;
  return (
    <Card as="article" data-roomy gap={2} className="stack text-sm full-height" aria-label={loc_name}>
      <h3 className="text-md">
        <a href={pathOfSite(location.loc_ndx)}>{loc_name}</a>
      </h3>
      {state ? (
        <>
          <Sparkline
            label={`Depth to water at ${loc_name} over two years`}
            xs={days}
            ys={depths}
            reversed
            maxGap={maxGap}
          />
          <p>
            <strong>{formatFixed(state.value, 2)} ft</strong> on {formatUsDate(formatDay(state.day))}
          </p>
          <p>{describeWellChange(state.change)}</p>
        </>
      ) : (
        <p>No reading in the last two years.</p>
      )}
      {isDemonstration && <p className={`muted ${styles.info}`}>{demonstrationNote}</p>}
      {flagged > 0 && <p className={`muted ${styles.info}`}>{describeOmittedValues(flagged)}.</p>}
      {freshness.state === 'late' && (
        <p>
          <RingMark>{freshness.text}</RingMark>
        </p>
      )}
      {freshness.state === 'ended' && <p className={`muted ${styles.info}`}>{freshness.text}</p>}
      <p>
        <a href={chartUrl}>
          Chart<VisuallyHidden> of {loc_name}</VisuallyHidden> in Time Series Comparisons
        </a>
      </p>
    </Card>
  );
}
