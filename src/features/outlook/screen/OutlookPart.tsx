import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { glossaryLink } from '#config/documentation-links.ts';
import { exceedances } from '#domain/statistics/exceedances.ts';
import { Chart, type ChartData } from '#kits/chart/index.ts';
import { HelpLink, SelectField } from '#kits/form/Field.tsx';
import { Notices, Stack, useScreen } from '#kits/ui/index.ts';
import { PrintSheet, type SheetTable } from '#kits/ui/print/PrintSheet.tsx';
import { formatUsDate } from '#lib/calendar.ts';
import { formatMoment } from '#lib/calendar-text.ts';
import { formatPercent, formatWhole } from '#lib/format-number.ts';
import { HowComputed } from '#season/HowComputed.tsx';
import styles from '#season/issue-day/Season.module.css';
import { IssueDay, RecordFigure, SeasonDownloads, SeasonTool } from '#season/issue-day/SeasonTool.tsx';
import { Facts, SeasonCard, type SeasonRow } from '#season/SeasonTable.tsx';
import { inKaf } from '#season/volume-text.ts';
import { request } from '#stores/api.ts';
import { needsToken } from '#stores/data-access.ts';
import { dataOf } from '#stores/queries.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import type { ForecastTabProps } from '../../forecast/index.ts';
import type { Outlook, OutlookForecast } from '../contract.ts';
import { outlookTitle } from '../files.ts';
import { fanContent, officialName, recordContent } from './outlook-charts.ts';
import {
  describeForecast,
  describeHeld,
  describeOutcome,
  outlookAddress,
  outlookComputation,
  outlookDownloads,
  outlookFacts,
  selectIssues,
  skillFacts,
} from './outlook-text.ts';
import { Predictors } from './Predictors.tsx';
import { createOutlook, isOutlook, type OutlookScreen } from './screen.ts';

/** The forecast volume of a season at a point; after the season, what is known of its reservoirs. */
export function OutlookPart({ title, address, options, tabs }: ForecastTabProps) {
  const screen = useScreen(() => createOutlook({ request, address, now: () => new Date(), ...options }));
  const data = dataOf(useStore(screen.result.$state));
  const selection = useStore(screen.$selection);
  const { point, issued } = selection;
  const option = screen.points.find(({ id }) => id === point);
  const group = screen.reservoirsOf(selection);
  const isShown = data && (isOutlook(data) ? !group && data.point === point : data.id === group?.id);
  const { name = '', View } = screen.afterSeason ?? {};
  return (
    <SeasonTool
      title={title}
      screen={screen}
      tabs={tabs}
      label="What to forecast"
      summary={[(group ?? option)?.label, issued && formatUsDate(issued)].filter(Boolean).join(' · ')}
      fields={
        <>
          {group ? (
            <SelectField
              label="Reservoirs"
              value={group.id}
              choices={screen.fill.map(({ id, label }) => ({ value: id, label }))}
              onChange={screen.setReservoir}
            />
          ) : (
            <SelectField
              label="Point"
              value={point}
              choices={screen.points.map(({ id, label }) => ({ value: id, label }))}
              onChange={screen.setPoint}
            />
          )}
          <IssueDay
            value={issued}
            limits={{
              to: option?.to ?? '12-31',
              hasCarryOver: screen.hasReservoirs(point),
              today: screen.today,
            }}
            first={isShown ? data.first_issue : undefined}
            onChange={screen.setIssued}
          />
        </>
      }
      what={group ? `The ${name}` : 'The outlook'}
      loading={group ? `the ${name}` : 'the outlook'}
      shown={(supply) =>
        `the ${isOutlook(supply) ? 'outlook' : name} of ${formatUsDate(supply.issued)} for ${supply.label}`
      }
    >
      {(supply) =>
        isOutlook(supply) ? (
          <OutlookView screen={screen} outlook={supply} />
        ) : (
          View && <View screen={screen} answer={supply} />
        )
      }
    </SeasonTool>
  );
}

type OutlookViewProps = { screen: OutlookScreen; outlook: Outlook };

/** An outlook, or why there is none and what is known without it. */
export function OutlookView({ screen, outlook }: OutlookViewProps) {
  const downloads = useMemo(() => outlookDownloads(outlook), [outlook]);
  const { forecast, official } = outlook;
  return (
    <>
      <Fan screen={screen} outlook={outlook} />
      <Summary outlook={outlook} />
      <Facts facts={outlookFacts(outlook)} />
      <Stack gap={5} className={styles.columns}>
        {(forecast || official.length > 0) && <Exceedances outlook={outlook} />}
        <Predictors outlook={outlook} />
      </Stack>
      {(outlook.issues.length > 0 || (outlook.basis !== 'today' && forecast)) && <Issues outlook={outlook} />}
      {forecast && (
        <RecordFigure
          data={outlook}
          contentOf={recordContent}
          address={outlookAddress(outlook, 'residuals')}
          finding={describeHeld(forecast)}
          facts={skillFacts(forecast)}
        />
      )}
      <SeasonDownloads of={downloads} />
      <HowComputed computation={outlookComputation(outlook)} title={outlookTitle(outlook)} />
    </>
  );
}

/** What came, how good the outlook was in past years, or why there is none. */
function Summary({ outlook }: { outlook: Outlook }) {
  const { forecast, reasons } = outlook;
  const outcome = describeOutcome(outlook);
  return (
    <Stack as="section" gap={2} aria-label="The outlook in words">
      {!forecast && <Notices severity="warning" texts={reasons} />}
      {(outcome !== undefined || forecast) && (
        <p>{[outcome, forecast && describeHeld(forecast)].filter(Boolean).join(' ')}</p>
      )}
    </Stack>
  );
}

function sayForecast({ forecast }: Outlook): string {
  return forecast ? describeForecast(forecast) : 'no outlook';
}

/** The season with the forecast as a fan. */
export function Fan({ screen, outlook }: OutlookViewProps) {
  const theme = useStore($resolvedTheme);
  const { hasAnalogs } = useStore(screen.$drawn);
  const chart = useStore(screen.$chart);
  const data = useMemo(
    (): ChartData => ({ status: 'ready', content: fanContent(outlook, { theme, hasAnalogs }) }),
    [outlook, theme, hasAnalogs],
  );
  const printed = useMemo(() => fanContent(outlook, { theme: 'light', hasAnalogs }), [outlook, hasAnalogs]);
  const canHaveAnalogs = (outlook.forecast?.analogs.length ?? 0) > 0;
  return (
    <section aria-label="The season">
      <PrintSheet
        data={data}
        finding={`${outlookTitle(outlook)}: ${sayForecast(outlook)}`}
        table={outlook.forecast && volumesOnPaper(outlook.forecast)}
      >
        <Chart
          data={data}
          printed={printed}
          theme={theme}
          state={chart}
          onState={screen.setChart}
          link={{ address: outlookAddress(outlook, 'season'), access: needsToken }}
          headline={<p>{sayForecast(outlook)}</p>}
        />
      </PrintSheet>
      {canHaveAnalogs && (
        <label className="inline-row text-sm control-height" data-gap={2}>
          <input
            type="checkbox"
            checked={hasAnalogs}
            onChange={({ target }) => screen.setHasAnalogs(target.checked)}
          />
          Analog years (not a forecast)
        </label>
      )}
    </section>
  );
}

/** The volumes beneath the fan. */
function volumesOnPaper({ volumes_af, percents_of_median }: OutlookForecast): SheetTable {
  return {
    of: 'Volume of the period by exceedance',
    values: exceedances.map((chance, at) => {
      const percent = percents_of_median?.[at];
      const ofMedian = percent === undefined ? '' : `, ${formatPercent(percent)} of median`;
      return {
        label: `Exceeded ${chance} %`,
        text: `${inKaf(volumes_af[at] ?? 0)} KAF${ofMedian}`,
      };
    }),
  };
}

const meanings: Readonly<Record<number, string>> = {
  90: '9 in 10 years',
  50: 'the middle',
  10: '1 in 10 years',
};

/** The volumes by how probably they are exceeded, beside those of the agencies. */
function Exceedances({ outlook: { forecast, official } }: { outlook: Outlook }) {
  return (
    <SeasonCard
      caption="Volume of the period by exceedance"
      header={[
        <>
          Exceeded <HelpLink {...glossaryLink('exceedance')} />
        </>,
        ...(forecast ? ['KAF', 'AF', '% of median'] : []),
        ...official.map((each) => `${officialName(each)} (KAF)`),
      ]}
      rows={exceedances.map((chance, at) => {
        const volume = forecast?.volumes_af[at] ?? 0;
        const percents = forecast?.percents_of_median;
        return {
          key: chance,
          isLeading: chance === 50,
          head: (
            <>
              {chance} %{meanings[chance] !== undefined && <span className="quiet"> {meanings[chance]}</span>}
            </>
          ),
          cells: [
            ...(forecast
              ? [inKaf(volume), formatWhole(volume), percents ? formatPercent(percents[at] ?? 0) : '–']
              : []),
            ...official.map(({ volumes_af }) => inKaf(volumes_af[at])),
          ],
        };
      })}
      note={
        official.length === 0
          ? 'No agency’s forecast of this period was published by the issue day, or is imported.'
          : undefined
      }
    />
  );
}

/** What was really issued this year, beside what is computed now. */
function Issues({ outlook }: { outlook: Outlook }) {
  const { issues, forecast, basis } = outlook;
  const shown = selectIssues(issues);
  const volumesOf = (volumes: readonly number[]) => exceedances.map((_, at) => inKaf(volumes[at] ?? 0));
  const issued = shown.map((issue): SeasonRow => {
    const { computed_at, volumes_af, reasons } = issue;
    const computed = formatMoment(computed_at);
    return {
      key: computed_at,
      head: formatUsDate(issue.issued),
      cells: [computed, ...(volumes_af ? volumesOf(volumes_af) : [])],
      ...(!volumes_af && { rest: `Withheld. ${reasons.join(' ')}` }),
    };
  });
  const computed = basis === 'known-then' ? 'now, from what was known then' : 'now: a hindcast';
  const now = forecast && {
    key: 'now',
    isLeading: true,
    head: formatUsDate(outlook.issued),
    cells: [computed, ...volumesOf(forecast.volumes_af)],
  };
  return (
    <SeasonCard
      caption="What was issued, KAF by exceedance"
      header={['Issue day', 'Computed', ...exceedances.map((percent) => `${percent} %`)]}
      rows={now && basis !== 'today' ? [...issued, now] : issued}
      note={
        <>
          {shown.length === 0
            ? 'Nobody opened an outlook of this year on its issue day, so none was noted.'
            : 'Noted when it was first computed on its issue day, and never changed.'}
          {shown.length < issues.length && ` The last ${shown.length} of ${issues.length}; the file has all.`}
        </>
      }
    />
  );
}
