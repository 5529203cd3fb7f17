import { useStore } from '@nanostores/react';
import { type ReactNode, useId, useMemo, useRef } from 'react';
import type { SeriesLocation } from '#contract/time-series.ts';
import { dataAddress } from '#domain/page-paths.ts';
import { defaultReference, formatReference, seasonStarts } from '#domain/season/gain-season.ts';
import { normalPeriod } from '#domain/statistics/statistics.ts';
import { Chart, type ChartData } from '#kits/chart/index.ts';
import { SegmentedField, SelectField } from '#kits/form/Field.tsx';
import { LinkToData } from '#kits/ui/CopyButton.tsx';
import { Notices, Row, Stack } from '#kits/ui/index.ts';
import { PrintSheet } from '#kits/ui/print/PrintSheet.tsx';
import { useNearViewport } from '#kits/ui/print/printing.ts';
import { formatWhole } from '#lib/format-number.ts';
import { CsvButton } from '#season/CsvButton.tsx';
import { HowComputed } from '#season/HowComputed.tsx';
import { Facts, SeasonTable } from '#season/SeasonTable.tsx';
import { chartData } from '#season/years/chart-data.ts';
import { describeAccess } from '#stores/data-access.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import type { ReachGainSeason } from '../contract.ts';
import {
  describeReference,
  formatDifference,
  paceFormula,
  type SeasonFigures,
  seasonFigures,
  seasonFormula,
  seasonNotes,
  toFiguresCsv,
} from '../files.ts';
import styles from './SeasonGain.module.css';
import { seasonChartContent } from './season-chart.ts';
import { type ReachBoardState, startLabels } from './state.ts';

type SeasonGainProps = {
  screen: ReachBoardState;
  /** The years of the record, newest first. */
  years: readonly string[];
  source: string;
  location: SeriesLocation | undefined;
};

/** The gain since the first day of a season, against the same days of other years: a chart and its figures. */
export function SeasonGain({ screen, years, source, location }: SeasonGainProps) {
  const state = useStore(screen.season.$state);
  const chart = useStore(screen.$seasonChart);
  const { drawn, start, reference } = useStore(screen.$view);
  const theme = useStore($resolvedTheme);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(place);
  const data = useMemo(
    (): ChartData =>
      chartData(state, screen.season, (season) =>
        season ? seasonChartContent(season, { theme, source, drawn }) : undefined,
      ),
    [state, screen, theme, source, drawn],
  );
  const season = 'data' in state ? state.data : undefined;
  const shown: ChartData = isNear || data.status !== 'ready' ? data : { status: 'loading' };
  const printed = useMemo(
    () => season && seasonChartContent(season, { theme: 'light', source, drawn }),
    [season, source, drawn],
  );
  const figures = season ? seasonFigures(season) : undefined;
  return (
    <Stack as="section" aria-labelledby={id} className="shrinks">
      <h2 id={id}>Cumulative Gain</h2>
      <SeasonChoice screen={screen} years={years}>
        {season && figures && (
          <>
            {location && (
              <LinkToData
                of="the cumulative gain"
                address={dataAddress('season-gain', {
                  site: location.loc_id,
                  since: start,
                  reference: formatReference(reference),
                })}
                access={describeAccess([location.data_provider])}
              />
            )}
            <CsvButton
              title={titleOf(season)}
              of="the cumulative gain"
              textOf={(exportedAt) =>
                writeFigures(season, figures, [
                  ...(location ? [`Site number: ${location.loc_id}`] : []),
                  `Source: ${source}`,
                  exportedAt,
                ])
              }
            />
          </>
        )}
      </SeasonChoice>
      {season && <Notices severity="warning" texts={seasonNotes(season)} />}
      {figures && <Figures figures={figures} />}
      {state.status === 'loading' && <div className={styles.pending} aria-hidden="true" />}
      <div ref={place}>
        <PrintSheet data={shown}>
          <Chart
            data={shown}
            {...(printed && { printed })}
            theme={theme}
            state={chart}
            onState={screen.setSeasonChart}
          />
        </PrintSheet>
      </div>
      {season && (
        <HowComputed
          title={`Cumulative gain of ${season.loc_name}`}
          computation={{
            section: 'reach-gains',
            entries: [
              { term: 'Formula', text: seasonFormula(season.start) },
              { term: 'Compared with', text: describeReference(season) },
              { term: 'Pace', text: paceFormula },
              { term: 'Source of the values', text: source },
            ],
          }}
        />
      )}
    </Stack>
  );
}

function Figures({ figures }: { figures: SeasonFigures }) {
  return (
    <div className={styles.figures}>
      <SeasonTable
        caption="Cumulative gain against other years"
        isBare
        header={['To the same date', 'Gain (AF)', 'Difference (AF)']}
        rows={figures.gains.map(({ name, gain, difference }, at) => ({
          key: name,
          head: name,
          cells: [
            gain === null ? '–' : formatWhole(gain),
            difference === null ? '' : formatDifference(difference),
          ],
          isLeading: at === 0,
        }))}
      />
      <Facts facts={figures.facts} />
    </div>
  );
}

/** The figures as a file, with how they were computed. */
function writeFigures(season: ReachGainSeason, figures: SeasonFigures, origin: readonly string[]) {
  return toFiguresCsv(figures, [
    titleOf(season),
    `Compared with the same days of ${describeReference(season)}`,
    seasonFormula(season.start),
    ...seasonNotes(season),
    ...origin,
  ]);
}

function titleOf({ loc_name }: ReachGainSeason): string {
  return `Cumulative gain, ${loc_name}`;
}

const startChoices = seasonStarts.map((value) => ({ value, label: startLabels[value] }));

const measureChoices = [
  { value: 'difference', label: 'Difference from median' },
  { value: 'gain', label: 'Gain' },
] as const;

const referenceChoices = [
  { value: 'normal', label: `${normalPeriod.from}–${normalPeriod.to}` },
  { value: 'all', label: 'Full record' },
  { value: 'other', label: 'Other years' },
] as const;

/** What "Other years" begins with: the later part of the normals. */
const otherYears = { from: 2001, to: 2020 } as const;

type SeasonChoiceProps = {
  screen: Pick<ReachBoardState, '$view' | 'setView'>;
  /** The years of the record, newest first. */
  years: readonly string[];
  children: ReactNode;
};

/** From when the gain counts, and which years it is compared with. */
function SeasonChoice({ screen, years, children }: SeasonChoiceProps) {
  const { start, reference, drawn } = useStore(screen.$view);
  const other = reference === 'all' || isDefault(reference) ? undefined : reference;
  const kind = reference === 'all' ? 'all' : other ? 'other' : 'normal';
  const yearsFor = (chosen: number, isOffered: (year: number) => boolean) =>
    [...new Set([...years.map(Number), chosen])]
      .filter(isOffered)
      .toSorted((one, two) => two - one)
      .map((year) => ({ value: String(year), label: String(year) }));
  return (
    <Row gap="3 4" data-align="end" className={styles.choice}>
      <SegmentedField
        label="Since"
        value={start}
        choices={startChoices}
        onChange={(value) => screen.setView({ start: value })}
      />
      <SelectField
        label="Compared with"
        value={kind}
        choices={referenceChoices}
        onChange={(value) =>
          screen.setView({
            reference: value === 'all' ? 'all' : value === 'other' ? otherYears : defaultReference,
          })
        }
      />
      {other && (
        <>
          <SelectField
            label="From year"
            value={String(other.from)}
            choices={yearsFor(other.from, (year) => year <= other.to)}
            onChange={(value) => screen.setView({ reference: { ...other, from: Number(value) } })}
          />
          <SelectField
            label="To year"
            value={String(other.to)}
            choices={yearsFor(other.to, (year) => year >= other.from)}
            onChange={(value) => screen.setView({ reference: { ...other, to: Number(value) } })}
          />
        </>
      )}
      <SegmentedField
        label="Chart of"
        value={drawn}
        choices={measureChoices}
        onChange={(value) => screen.setView({ drawn: value })}
      />
      {children}
    </Row>
  );
}

function isDefault(reference: { from: number; to: number }): boolean {
  return formatReference(reference) === formatReference(defaultReference);
}
