import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { glossaryLink } from '#config/documentation-links.ts';
import { publicEnvironment } from '#config/environment.ts';
import { downloadFile } from '#contract/files.ts';
import { toRequestPath } from '#contract/request.ts';
import { pathOfSite } from '#domain/page-paths.ts';
import { describeOmittedValues } from '#domain/qualifiers.ts';
import { describeWellChange } from '#domain/well-change.ts';
import { Sparkline } from '#kits/chart/Sparkline.tsx';
import { sparklineBox, sparklinePath } from '#kits/chart/sparkline-path.ts';
import { HelpLink } from '#kits/form/Field.tsx';
import { FileButton } from '#kits/form/FileButton.tsx';
import { listenToPrint } from '#kits/html/print-page.ts';
import { buttonClass, Card, Grid, LoadState, Row, useScreen, VisuallyHidden } from '#kits/ui/index.ts';
import { RingMark } from '#kits/ui/marks/RingMark.tsx';
import { Page } from '#kits/ui/Page.tsx';
import { useAwaitedSheet } from '#kits/ui/print/printing.ts';
import { formatDay, formatUsDate } from '#lib/calendar.ts';
import { formatFixed } from '#lib/format-number.ts';
import { $admitted, $session } from '#session/session.ts';
import type { WellsPicture } from './picture.ts';
import styles from './SentinelScreen.module.css';
import { createSentinel, type SentinelScreen as Screen, type Well } from './screen.ts';
import { WellsSheet } from './WellsSheet.tsx';

const dashboard = publicEnvironment.PUBLIC_SENTINEL_DASHBOARD_URL;

/** Sentinel Well Dashboard. Requests nothing before someone is signed in. */
export function SentinelScreen({ title }: { title: string }) {
  return useStore($admitted) ? <Sentinel title={title} /> : null;
}

function Sentinel({ title }: { title: string }) {
  const screen = useScreen(createSentinel);
  const state = useStore(screen.wells.$state);
  const wells = useStore(screen.$wells);
  useEffect(listenToPrint, []);
  useAwaitedSheet(state.status === 'loading');
  return (
    <>
      <div className="no-print">
        <Page title={title}>
          <DashboardLink screen={screen} />
          <Row gap="2 3">
            <a className={buttonClass('primary')} href={dashboard} target="_blank" rel="noopener">
              Sentinel Well Dash<VisuallyHidden> (opens in a new tab)</VisuallyHidden>
            </a>
            <ScreenshotUpload screen={screen} />
          </Row>
          <h2>The sentinel wells in this portal</h2>
          <p className={`muted ${styles.info}`}>
            Depth to water over the last two years. A rising line means a rising water level. The latest
            readings are provisional. <HelpLink {...glossaryLink('provisional')} />
          </p>
          <LoadState
            state={state}
            noun="the wells"
            lines={6}
            retry={screen.wells.retry}
            staleSeverity="error"
          />
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
      </div>
      {wells && wells.length > 0 && <WellsSheet wells={wells} />}
    </>
  );
}

/** The screenshot of the external dashboard, or until there is one a picture of the wells, as a link to the dashboard. */
function DashboardLink({ screen }: { screen: Screen }) {
  const file = useStore(screen.screenshot.$file);
  const picture = useStore(screen.$picture);
  const from = picture && formatUsDate(formatDay(picture.span[0]));
  return (
    <a
      data-roomy
      data-gap={2}
      className={`stack card ink ${styles.dashboard} no-underline`}
      href={dashboard}
      target="_blank"
      rel="noopener"
    >
      <strong className="accent">
        External dashboard of sentinel wells
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </strong>
      <span className={styles.picture}>
        {file ? (
          <img src={fileAddress(file.id)} alt="Screenshot of the external dashboard" />
        ) : (
          picture && <PictureOfWells picture={picture} />
        )}
      </span>
      <span className={`muted text-sm ${styles.info}`}>
        {file || !picture
          ? hostOf(dashboard)
          : `Water levels of ${picture.lines.length} wells since ${from}, in feet from each first reading, drawn from their records. The dashboard is at ${hostOf(dashboard)}.`}
      </span>
    </a>
  );
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : address);

const fileAddress = (id: string) =>
  publicEnvironment.PUBLIC_API_ORIGIN + toRequestPath(downloadFile.path, { id });

function PictureOfWells({ picture: { lines, span, range } }: { picture: WellsPicture }) {
  const [, high] = range;
  const { width, height } = sparklineBox;
  return (
    <span className={`block relative ${styles.drawing}`}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <line className={styles.zero} x1="0" x2={width} y1={height / 2} y2={height / 2} />
        {lines.map(({ ndx, ...line }) => (
          <path key={ndx} className={styles.line} d={sparklinePath({ ...line, span, range })} />
        ))}
      </svg>
      <span className={`quiet-xs ${styles.high}`}>+{high} ft</span>
      <span className={`quiet-xs ${styles.low}`}>−{high} ft</span>
    </span>
  );
}

/** For administrators: puts a real screenshot in the place of the picture. */
function ScreenshotUpload({ screen }: { screen: Screen }) {
  const session = useStore($session);
  const file = useStore(screen.screenshot.$file);
  const isChanging = useStore(screen.screenshot.$isChanging);
  if (session.status !== 'signed-in' || !session.user.isAdmin) return null;
  const label = file ? 'Replace the screenshot' : 'Upload a screenshot';
  return (
    <FileButton
      accept=".png,.jpg,.jpeg,.webp"
      isBusy={isChanging}
      onChoose={(chosen) => void screen.screenshot.put(chosen)}
    >
      {isChanging ? 'Uploading…' : label}
    </FileButton>
  );
}

function WellCard({ well }: { well: Well }) {
  const { location, state, days, depths, maxGap, flagged, freshness, chartUrl } = well;
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
