import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import type { Outlook } from '#contract/outlook.ts';
import { demonstrationNote } from '#domain/demonstration.ts';
import { outlookTitle } from '#downloads/outlook-title.ts';
import { Chart, type ChartData } from '#kits/chart/index.ts';
import { PointChart } from '#kits/chart/points/PointChart.tsx';
import { Notice } from '#kits/ui/index.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { needsToken } from '#stores/data-access.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { showToast } from '#stores/toasts.ts';
import { Facts } from '../season/Facts.tsx';
import styles from '../season/Season.module.css';
import { SeasonDownloads } from '../season/SeasonDownloads.tsx';
import { HowComputed } from '../shared/HowComputed.tsx';
import { Exceedances } from './Exceedances.tsx';
import { fanContent } from './fan-chart.ts';
import { outlookComputation } from './outlook-computation.ts';
import { outlookAddress, outlookDownloads } from './outlook-downloads.ts';
import { describeForecast, describeHeld, describeOutcome, outlookFacts, skillFacts } from './outlook-text.ts';
import { Predictors } from './Predictors.tsx';
import { recordContent } from './record-chart.ts';
import type { OutlookScreen } from './screen.ts';

type OutlookViewProps = { screen: OutlookScreen; outlook: Outlook };

/** An outlook, or why there is none and what is known without it. */
export function OutlookView({ screen, outlook }: OutlookViewProps) {
  const theme = useStore($resolvedTheme);
  const record = useMemo(() => recordContent(outlook, theme), [outlook, theme]);
  const printedRecord = useMemo(() => recordContent(outlook, 'light'), [outlook]);
  const downloads = useMemo(() => outlookDownloads(outlook), [outlook]);
  const { forecast, official } = outlook;
  return (
    <>
      <Headline outlook={outlook} />
      <Fan screen={screen} outlook={outlook} theme={theme} />
      <div className={styles.columns}>
        {(forecast || official.length > 0) && <Exceedances outlook={outlook} />}
        <Predictors outlook={outlook} />
      </div>
      {forecast && record && (
        <div className={styles.card}>
          <PointChart
            content={record}
            printed={printedRecord}
            theme={theme}
            notify={showToast}
            describeExportTime={formatExportedAt}
            link={{ address: outlookAddress(outlook, 'residuals'), access: needsToken }}
          />
          <Facts facts={skillFacts(forecast)} />
        </div>
      )}
      <SeasonDownloads title={outlookTitle(outlook)} downloads={downloads} />
      <HowComputed computation={outlookComputation(outlook)} title={outlookTitle(outlook)} />
    </>
  );
}

function Headline({ outlook }: { outlook: Outlook }) {
  const { forecast, reasons } = outlook;
  const outcome = describeOutcome(outlook);
  return (
    <section className={styles.card} aria-label="The outlook in words">
      <p className={styles.headline}>
        {outlookTitle(outlook)}: <strong>{forecast ? describeForecast(forecast) : 'no outlook'}</strong>
      </p>
      {!forecast &&
        reasons.map((reason) => (
          <Notice key={reason} severity="warning">
            {reason}
          </Notice>
        ))}
      {(outcome !== undefined || forecast) && (
        <p>{[outcome, forecast && describeHeld(forecast)].filter(Boolean).join(' ')}</p>
      )}
      {outlook.is_demonstration && <p className={styles.demonstration}>{demonstrationNote}</p>}
      <Facts facts={outlookFacts(outlook)} />
    </section>
  );
}

type FanProps = OutlookViewProps & { theme: 'light' | 'dark' };

function Fan({ screen, outlook, theme }: FanProps) {
  const hasAnalogs = useStore(screen.$hasAnalogs);
  const chart = useStore(screen.$chart);
  const data = useMemo(
    (): ChartData => ({ status: 'ready', content: fanContent(outlook, { theme, hasAnalogs }) }),
    [outlook, theme, hasAnalogs],
  );
  const printed = useMemo(() => fanContent(outlook, { theme: 'light', hasAnalogs }), [outlook, hasAnalogs]);
  const canHaveAnalogs = (outlook.forecast?.analogs.length ?? 0) > 0;
  return (
    <section aria-label="The season">
      {canHaveAnalogs && (
        <label className={styles.switch}>
          <input
            type="checkbox"
            checked={hasAnalogs}
            onChange={({ target }) => screen.setHasAnalogs(target.checked)}
          />
          Analog years (not a forecast)
        </label>
      )}
      <Chart
        data={data}
        printed={printed}
        theme={theme}
        state={chart}
        onState={screen.setChart}
        notify={showToast}
        describeExportTime={formatExportedAt}
        link={{ address: outlookAddress(outlook, 'season'), access: needsToken }}
      />
    </section>
  );
}
