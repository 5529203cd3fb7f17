import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { glossaryLink } from '#config/documentation-links.ts';
import type { BriefSnow } from '#contract/group-findings.ts';
import {
  describeSnow,
  describeStorage,
  type StandingText,
  standingAfterClass,
} from '#domain/finding/group-text.ts';
import { type BarSize, percentileBar } from '#domain/finding/percentile-bar.ts';
import { pathOfSite } from '#domain/page-paths.ts';
import { exceedances } from '#domain/statistics/exceedances.ts';
import { drawTeacup, teacupLevels } from '#domain/teacup.ts';
import { Chart, type ChartData } from '#kits/chart/index.ts';
import { HelpLink } from '#kits/form/Field.tsx';
import { Notices, Row, Stack } from '#kits/ui/index.ts';
import lead from '#kits/ui/marks/Standing.module.css';
import { Bar, Standing } from '#kits/ui/marks/Standing.tsx';
import { PrintSheet, type SheetTable } from '#kits/ui/print/PrintSheet.tsx';
import { formatUsDate } from '#lib/calendar.ts';
import { formatPercent, formatWhole } from '#lib/format-number.ts';
import { HowComputed } from '#season/HowComputed.tsx';
import styles from '#season/issue-day/Season.module.css';
import { RecordFigure, SeasonDownloads } from '#season/issue-day/SeasonTool.tsx';
import { Facts, SeasonCard } from '#season/SeasonTable.tsx';
import { describeVolume, inKaf } from '#season/volume-text.ts';
import { needsToken } from '#stores/data-access.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import type { AfterSeasonProps } from '../../outlook/index.ts';
import type { CarryOver } from '../contract.ts';
import { carryOverTitle } from '../files.ts';
import { carryOverContent, carryOverRecord } from './carry-over-charts.ts';
import {
  carryOverAddress,
  carryOverComputation,
  carryOverDownloads,
  carryOverFacts,
  carryOverNotes,
  carryOverSkillFacts,
  describeCarryOver,
  describeCarryOverSkill,
  roomLeft,
} from './carry-over-text.ts';

/** A carry-over with the snow of its issue day, by the groups of the basin. */
export type CarryOverOfDay = CarryOver & { readonly snow: readonly BriefSnow[] };

/** What reservoirs hold, what they are expected to carry over to April 1, and the snow so far. */
export function CarryOverView({ screen, answer: carryOver }: AfterSeasonProps<CarryOverOfDay>) {
  return (
    <>
      <CarryOverFan screen={screen} answer={carryOver} />
      <Summary carryOver={carryOver} />
      <StorageFigure carryOver={carryOver} />
      <Facts facts={carryOverFacts(carryOver, screen.today)} />
      <Stack gap={5} className={styles.columns}>
        <CarryOverVolumes carryOver={carryOver} />
        <Snow snow={carryOver.snow} on={carryOver.issued} />
      </Stack>
      <CarryOverRecord carryOver={carryOver} />
    </>
  );
}

const cupHeight = 60;

/** The storage now: its cup, its share of the capacity, and where it stands among the years. */
function StorageFigure({
  carryOver: { label, storage, capacity_af: capacity, members },
}: {
  carryOver: CarryOver;
}) {
  if (!storage) return null;
  const text = describeStorage({
    is_withheld: false,
    units_name: 'AF',
    capacity,
    newest: storage.rdate,
    missing: [],
    total: storage,
  });
  const levels = teacupLevels({ ...storage, capacity }, capacity);
  return (
    <Stack as="section" gap={3} aria-label="Storage now">
      <Row gap="2 5" className={lead.lead}>
        {levels && <Bar markup={drawTeacup(levels, { height: cupHeight })} />}
        <p>
          <strong className={`${lead.number} strong`}>{text.fullness ?? text.value}</strong>{' '}
          {text.fullness !== undefined && (
            <span className="block">
              {describeVolume(storage.value)} of {describeVolume(capacity)}
            </span>
          )}
        </p>
        <Stack gap={1} className={lead.claim}>
          <Place of={text} size="headline" />
          <p className="quiet">
            {[
              `${label} on ${formatUsDate(storage.rdate)}`,
              ...text.changes,
              text.comparison,
              text.yearChange,
              storage.provisional > 0 && 'provisional',
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </Stack>
      </Row>
      {members.length > 1 && (
        <Row as="ul" gap="1 5" className={`text-sm ${styles.members}`} aria-label="Reservoirs">
          {members.map(({ loc_ndx, loc_name, storage_af, capacity_af }) => (
            <li key={loc_ndx}>
              <a href={pathOfSite(loc_ndx)}>{loc_name}</a>{' '}
              <span className="quiet">
                {storage_af === null
                  ? 'no value'
                  : `${formatPercent((storage_af / capacity_af) * 100)} full, ${describeVolume(storage_af)}`}
              </span>
            </li>
          ))}
        </Row>
      )}
    </Stack>
  );
}

/** The bar, and the words, whose class has its color. */
function Place({ of, size }: { of: StandingText; size: BarSize }) {
  return (
    <Standing bar={of.bar && percentileBar(of.bar, size)} class={of.class} text={standingAfterClass(of)} />
  );
}

/** What the carry-over rests on, how good it was in past years, or why there is none. */
function Summary({ carryOver }: { carryOver: CarryOver }) {
  const { skill, forecast, reasons } = carryOver;
  return (
    <Stack as="section" gap={2} aria-label="The carry-over in words">
      <Notices severity="warning" texts={reasons} />
      <p className="line-length">
        {[...carryOverNotes(carryOver), forecast && skill && describeCarryOverSkill(skill)]
          .filter(Boolean)
          .join(' ')}
      </p>
    </Stack>
  );
}

/** The winter with the carry-over as a fan. */
export function CarryOverFan({ screen, answer: carryOver }: AfterSeasonProps<CarryOver>) {
  const theme = useStore($resolvedTheme);
  const chart = useStore(screen.$chart);
  const data = useMemo(
    (): ChartData => ({
      status: 'ready',
      content: carryOverContent(carryOver, { theme, hasWinters: true }),
    }),
    [carryOver, theme],
  );
  const printed = useMemo(
    () => carryOverContent(carryOver, { theme: 'light', hasWinters: false }),
    [carryOver],
  );
  return (
    <section aria-label="The winter">
      <PrintSheet
        data={data}
        finding={`${carryOverTitle(carryOver)}: ${describeCarryOver(carryOver)}`}
        table={volumesOnPaper(carryOver)}
      >
        <Chart
          data={data}
          printed={printed}
          theme={theme}
          state={chart}
          onState={screen.setChart}
          link={{ address: carryOverAddress(carryOver, 'season'), access: needsToken }}
          headline={<p>{describeCarryOver(carryOver)}</p>}
        />
      </PrintSheet>
    </section>
  );
}

/** The volumes beneath the fan. */
function volumesOnPaper({ forecast, capacity_af: capacity }: CarryOver): SheetTable | null {
  return (
    forecast && {
      of: 'Carry-over by exceedance',
      values: exceedances.map((chance, at) => {
        const volume = forecast.volumes_af[at] ?? 0;
        return {
          label: `Exceeded ${chance} %`,
          text: `${inKaf(volume)} KAF, ${formatPercent((volume / capacity) * 100)} of capacity`,
        };
      }),
    }
  );
}

type VolumesProps = {
  carryOver: CarryOver;
  /** To reach, a share of the capacity with its name: then the room to it stands beside each carry-over. */
  target?: { readonly share: number; readonly label: string };
};

/** The carry-over by how probably it is exceeded, beside what past years had. */
export function CarryOverVolumes({ carryOver, target }: VolumesProps) {
  const { forecast, climatology_af: usual, capacity_af: capacity, on } = carryOver;
  if (!forecast && !usual) return null;
  return (
    <SeasonCard
      caption={`Storage on ${formatUsDate(on)} by exceedance`}
      header={[
        <>
          Exceeded <HelpLink {...glossaryLink('exceedance')} />
        </>,
        ...(forecast
          ? ['KAF', 'AF', '% of capacity', ...(target ? [`Left to ${target.label}, KAF`] : [])]
          : []),
        ...(usual ? ['Past years, KAF'] : []),
      ]}
      rows={exceedances.map((chance, at) => {
        const volume = forecast?.volumes_af[at] ?? 0;
        return {
          key: chance,
          isLeading: chance === 50,
          head: `${chance} %`,
          cells: [
            ...(forecast
              ? [
                  inKaf(volume),
                  formatWhole(volume),
                  formatPercent((volume / capacity) * 100),
                  ...(target ? [inKaf(roomLeft(capacity, target.share, volume))] : []),
                ]
              : []),
            ...(usual ? [inKaf(usual[at])] : []),
          ],
        };
      })}
    />
  );
}

/** The snow of the groups of the basin in percent of the median for the date, once there is any to compare. */
function Snow({ snow, on }: { snow: readonly BriefSnow[]; on: string }) {
  if (snow.length === 0) return null;
  const caption = `Snow on ${formatUsDate(on)}`;
  if (snow.every(({ percent_of_median: percent }) => percent === null)) {
    return (
      <section className="card" aria-label={caption}>
        <p className="quiet">
          {caption}: too little to compare with the median. The winter shows here as soon as there is.
        </p>
      </section>
    );
  }
  return (
    <SeasonCard
      caption={caption}
      header={[
        'Group',
        '% of median',
        <span key="place" className="block text-start">
          Where it stands
        </span>,
      ]}
      rows={snow.map((group) => {
        const text = describeSnow(group);
        return {
          key: group.label,
          head: (
            <>
              {group.label} <span className="quiet">{text.sites}</span>
            </>
          ),
          cells: [
            text.percent ?? '–',
            <div key="place" className="text-start">
              <Place of={text} size="row" />
            </div>,
          ],
        };
      })}
      note={
        <>
          The sum of the snow water over the sum of the medians for the date.{' '}
          <a href="/data-analysis-tools/snotel-swe-data">SNOTEL SWE Data</a> has each site.
        </>
      }
    />
  );
}

/** How past winters were said by all others, with the files and the formula. */
export function CarryOverRecord({ carryOver }: { carryOver: CarryOver }) {
  const { skill } = carryOver;
  const downloads = useMemo(() => carryOverDownloads(carryOver), [carryOver]);
  return (
    <>
      {skill && (
        <RecordFigure
          data={carryOver}
          contentOf={carryOverRecord}
          address={carryOverAddress(carryOver, 'years')}
          finding={describeCarryOverSkill(skill)}
          facts={carryOverSkillFacts(skill)}
        />
      )}
      <SeasonDownloads of={downloads} />
      <HowComputed computation={carryOverComputation(carryOver)} title={carryOverTitle(carryOver)} />
    </>
  );
}
