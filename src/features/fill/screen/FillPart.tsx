import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import { glossaryLink } from '#config/documentation-links.ts';
import { pathOfSite } from '#domain/page-paths.ts';
import { formatDischarge } from '#domain/quantity.ts';
import { exceedances } from '#domain/statistics/exceedances.ts';
import { DateField, HelpLink, SelectField, TextField } from '#kits/form/Field.tsx';
import { Notices, Row, Stack, useScreen } from '#kits/ui/index.ts';
import type { SheetTable } from '#kits/ui/print/PrintSheet.tsx';
import { formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { formatPercent, formatWhole } from '#lib/format-number.ts';
import { HowComputed } from '#season/HowComputed.tsx';
import styles from '#season/issue-day/Season.module.css';
import { IssueDay, PointFigure, SeasonDownloads, SeasonTool } from '#season/issue-day/SeasonTool.tsx';
import { Facts, SeasonCard } from '#season/SeasonTable.tsx';
import { describeVolume, formatSkill, inKaf } from '#season/volume-text.ts';
import { request } from '#stores/api.ts';
import { dataOf } from '#stores/queries.ts';
import {
  type CarryOver,
  CarryOverRecord,
  CarryOverVolumes,
  carryOverNotes,
  carryOverTitle,
  describeRoom,
  roomLeft,
} from '../../carry-over/index.ts';
import type { ForecastTabProps } from '../../forecast/index.ts';
import type { Fill } from '../contract.ts';
import { describeTarget, fillTitle } from '../files.ts';
import type { FillSkill } from '../rules/fill-result.ts';
import { gainsContent, peaksContent, reliabilityContent } from './fill-charts.ts';
import {
  chanceNotes,
  describeChance,
  describeGain,
  describeMember,
  describeReliability,
  describeSpace,
  describeTenth,
  fillAddress,
  fillComputation,
  fillDownloads,
  fillFacts,
} from './fill-text.ts';
import { createFill, isFill, parseTarget, refuseBy } from './screen.ts';

/** What it takes to fill reservoirs to a share of their capacity by a date, and how probable that is. */
export function FillPart({ title, address, options, tabs }: ForecastTabProps) {
  const screen = useScreen(() => createFill({ request, address, options, now: () => new Date() }));
  const data = dataOf(useStore(screen.result.$state));
  const selection = useStore(screen.$selection);
  const { reservoir, issued, by, target } = selection;
  const isAfterSeason = screen.hasCarryOver(selection);
  const option = screen.options.find(({ id }) => id === reservoir);
  const [error, setError] = useState<string>();
  return (
    <SeasonTool
      title={title}
      screen={screen}
      tabs={tabs}
      label="What to fill"
      summary={[option?.label, `${percentOf(target)} %`, by && !isAfterSeason && `by ${formatUsDate(by)}`]
        .filter(Boolean)
        .join(' · ')}
      fields={
        <>
          <SelectField
            label="Reservoirs"
            value={reservoir}
            choices={screen.options.map(({ id, label }) => ({ value: id, label }))}
            onChange={screen.setReservoir}
          />
          <TargetField target={target} onChange={screen.setTarget} />
          {!isAfterSeason && (
            <DateField
              label="By"
              value={by}
              {...(error !== undefined && { error })}
              onChange={(day) => {
                const refusal = day === undefined ? 'Choose a day.' : refuseBy(day, issued ?? screen.today);
                setError(refusal);
                if (day !== undefined && refusal === undefined) screen.setBy(day);
              }}
            />
          )}
          <IssueDay
            value={issued}
            limits={{ to: screen.seasonOf(option), hasCarryOver: true, today: screen.today }}
            first={data?.id === reservoir && isFill(data) !== isAfterSeason ? data.first_issue : undefined}
            onChange={screen.setIssued}
          />
        </>
      }
      what={isAfterSeason ? 'The carry-over' : 'The fill'}
      loading={isAfterSeason ? 'the carry-over' : 'what it takes to fill'}
      shown={(fill) =>
        `${isFill(fill) ? fillTitle(fill) : carryOverTitle(fill)}, of ${formatUsDate(fill.issued)}`
      }
    >
      {(fill) => (isFill(fill) ? <FillView fill={fill} /> : <RoomView carryOver={fill} target={target} />)}
    </SeasonTool>
  );
}

const offered = [0.9, 0.95, 0.97, 1] as const;
const other = 'other';

type TargetFieldProps = { target: number; onChange: (target: number) => void };

/** The share of the capacity to reach: one of the usual ones, or a number of percent. */
function TargetField({ target, onChange }: TargetFieldProps) {
  const isOffered = offered.some((each) => each === target);
  const [isOther, setIsOther] = useState(!isOffered);
  const [text, setText] = useState(() => percentOf(target));
  useEffect(() => {
    setText(percentOf(target));
    if (!offered.some((each) => each === target)) setIsOther(true);
  }, [target]);
  const refusal = shareOf(text) === undefined ? 'Write a number from 1 to 100, such as 97.' : undefined;
  return (
    <>
      <SelectField
        label="Target, % of capacity"
        value={isOther ? other : String(target)}
        choices={[
          ...offered.map((each) => ({ value: String(each), label: `${percentOf(each)} %` })),
          { value: other, label: 'Another number' },
        ]}
        onChange={(value) => {
          setIsOther(value === other);
          if (value !== other) onChange(Number(value));
        }}
      />
      {isOther && (
        <TextField
          label="Percent"
          type="number"
          value={text}
          error={refusal}
          onChange={(next) => {
            setText(next);
            const share = shareOf(next);
            if (share !== undefined) onChange(share);
          }}
        />
      )}
    </>
  );
}

function percentOf(share: number): string {
  return String(Number((share * 100).toFixed(2)));
}

/** `97.5` as 0.975. */
function shareOf(percent: string): number | undefined {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(percent.trim())) return undefined;
  return parseTarget(String(Number((Number(percent) / 100).toFixed(4))));
}

type RoomViewProps = { carryOver: CarryOver; target: number };

/** After the season of the outlook: the space that is left now, and on April 1 by what is carried over. */
function RoomView({ carryOver, target }: RoomViewProps) {
  const { label, storage, capacity_af, reasons } = carryOver;
  const state = {
    storage: storage && { ...storage, value_af: storage.value },
    space_af: storage && roomLeft(capacity_af, target, storage.value),
    capacity_af,
    target,
  };
  const wanted = { share: target, label: describeTarget({ target }) };
  const room = describeRoom(carryOver, wanted);
  return (
    <>
      <Stack as="section" gap={2} aria-label="The carry-over in words">
        <p className={`${styles.headline} text-xl tight`}>
          {label}: <strong>{describeSpace(state)}</strong>
        </p>
        <Meter fill={state} />
        {room !== undefined && (
          <p className="line-length">
            <strong>{room}</strong>
          </p>
        )}
        <p className="line-length">{carryOverNotes(carryOver).join(' ')}</p>
        <Notices severity="warning" texts={reasons} />
        <p className="quiet">From Jan 1 on, this page has the gain that fills, and the chance of it.</p>
      </Stack>
      <CarryOverVolumes carryOver={carryOver} target={wanted} />
      <CarryOverRecord carryOver={carryOver} />
    </>
  );
}

type FillViewProps = { fill: Fill };

/** The space left, the gain that fills it, and the chance of that with its record. */
export function FillView({ fill }: FillViewProps) {
  const downloads = useMemo(() => fillDownloads(fill), [fill]);
  return (
    <>
      <PointFigure
        data={fill}
        contentOf={gainsContent}
        address={fillAddress(fill, 'years')}
        headline={
          <p>{[describeSpace(fill), fill.chance && describeChance(fill)].filter(Boolean).join('. ')}</p>
        }
        finding={[`${fill.label}: ${describeSpace(fill)}.`, describeGain(fill)].filter(Boolean).join(' ')}
        table={gainsOnPaper(fill)}
      />
      <Summary fill={fill} />
      {fill.chance && <p className="line-length">{chanceNotes(fill).join(' ')}</p>}
      <Facts facts={fillFacts(fill)} />
      <Row as="ul" gap="1 5" className={`text-sm ${styles.members}`} aria-label="Reservoirs">
        {fill.members.map((member) => (
          <li key={member.loc_ndx}>
            <a href={pathOfSite(member.loc_ndx)}>{member.loc_name}</a>{' '}
            <span className="quiet">{describeMember(member)}</span>
          </li>
        ))}
      </Row>
      <Stack gap={5} className={styles.columns}>
        {fill.chance && <Peaks fill={fill} />}
        {fill.skill && <FillSkillTable skill={fill.skill} />}
      </Stack>
      {fill.skill && fill.skill.bins.length > 0 && (
        <>
          <PointFigure
            data={fill}
            contentOf={reliabilityContent}
            address={fillAddress(fill, 'reliability')}
            finding={describeReliability(fill.skill)}
            table={reliabilityOnPaper(fill.skill)}
          />
          <ReliabilityTable skill={fill.skill} />
        </>
      )}
      <PointFigure
        data={fill}
        contentOf={peaksContent}
        address={fillAddress(fill, 'years')}
        finding={`${describeChance(fill)}.`}
        table={peaksOnPaper(fill)}
      />
      <SeasonDownloads of={downloads} />
      <HowComputed computation={fillComputation(fill)} title={fillTitle(fill)} />
    </>
  );
}

const newestYears = 8;

/** The tables beneath the charts on paper. */
function gainsOnPaper({ years }: Fill): SheetTable {
  return {
    of: 'Mean gain to the peak',
    values: years.slice(-newestYears).map(({ year, gain_cfs, is_reached }) => ({
      label: String(year),
      text: `${formatDischarge(gain_cfs)} cfs${is_reached ? ', reached' : ''}`,
    })),
  };
}

function reliabilityOnPaper({ bins }: FillSkill): SheetTable {
  return {
    of: 'Chance: years that reached it, and how many were expected to',
    values: bins.map((bin) => ({
      label: describeTenth(bin),
      text: `${bin.reached} of ${bin.years} years, ${bin.expected.toFixed(1)} expected`,
    })),
  };
}

function peaksOnPaper({ chance, by, capacity_af: capacity }: Fill): SheetTable | null {
  return (
    chance && {
      of: `Peak until ${formatUsDate(by)} by exceedance`,
      values: exceedances.map((percent, at) => {
        const peak = chance.peak_af[at] ?? 0;
        const share = formatPercent((peak / capacity) * 100);
        return { label: `Exceeded ${percent} %`, text: `${inKaf(peak)} KAF, ${share} of capacity` };
      }),
    }
  );
}

/** How full the reservoirs are, and what fills them, or why that is not known. */
function Summary({ fill }: FillViewProps) {
  const gain = describeGain(fill);
  return (
    <Stack as="section" gap={2} aria-label="The fill in words">
      <Meter fill={fill} />
      {gain !== undefined && <p className="line-length">{gain}</p>}
      <Notices severity="warning" texts={fill.reasons} />
    </Stack>
  );
}

/** How full the reservoirs are, with a line at the target. */
function Meter({ fill }: { fill: Pick<Fill, 'storage' | 'capacity_af' | 'target'> }) {
  const { storage, capacity_af: capacity, target } = fill;
  if (!storage) return null;
  const share = Math.min(1, Math.max(0, storage.value_af / capacity));
  return (
    <svg
      className={`full-width ${styles.meter}`}
      viewBox="0 0 640 34"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${formatPercent(share * 100)} full; the line is the target, ${formatPercent(target * 100)}`}
    >
      <rect
        fill="var(--color-sunken)"
        stroke="var(--color-line-strong)"
        x="1"
        y="5"
        width="638"
        height="24"
      />
      <rect fill="var(--color-accent)" x="1" y="5" width={638 * share} height="24" />
      <line
        stroke="var(--color-ink)"
        strokeWidth="2"
        x1={1 + 638 * target}
        x2={1 + 638 * target}
        y1="0"
        y2="34"
      />
    </svg>
  );
}

/** The peaks until the date by how probably they are exceeded. */
function Peaks({ fill }: { fill: Fill }) {
  return (
    <SeasonCard
      caption={`Peak until ${formatUsDate(fill.by)} by exceedance`}
      header={['Exceeded', 'KAF', 'AF', '% of capacity']}
      rows={exceedances.map((chance, at) => {
        const peak = fill.chance?.peak_af[at] ?? 0;
        return {
          key: chance,
          isLeading: chance === 50,
          head: `${chance} %`,
          cells: [inKaf(peak), formatWhole(peak), formatPercent((peak / fill.capacity_af) * 100)],
        };
      })}
    />
  );
}

/** How good the forecast method was on this date, beside climatology, and whether its chances came. */
function FillSkillTable({ skill }: { skill: FillSkill }) {
  const maeSkill = skill.climatology_mae_af > 0 ? 1 - skill.mae_af / skill.climatology_mae_af : null;
  return (
    <SeasonCard
      caption={`Skill of the forecast method, leave-one-out over ${countOf(skill.years, 'year')}`}
      header={['Measure', 'Forecast', 'Climatology', 'Skill']}
      rows={[
        {
          key: 'mae',
          head: 'Mean absolute error of the peak',
          cells: [
            describeVolume(skill.mae_af),
            describeVolume(skill.climatology_mae_af),
            formatSkill(maeSkill),
          ],
        },
        {
          key: 'brier',
          head: (
            <>
              Brier score <HelpLink {...glossaryLink('brier-skill')} />
            </>
          ),
          cells: [skill.brier.toFixed(3), skill.climatology_brier.toFixed(3), formatSkill(skill.brier_skill)],
        },
      ]}
      note={
        <>
          Skill 1 is perfect, 0 is no better than climatology. With a chance of 95 %, the Brier skill is above{' '}
          {formatSkill(skill.brier_skill_low)}. The forecast is shown only where the peak’s skill is above 0,
          the Brier skill 0.05 or more and this bound above 0, and where the chances were reliable.
        </>
      }
    />
  );
}

/** The tenths of the chances with the number of years that were expected and that came. */
function ReliabilityTable({ skill }: { skill: FillSkill }) {
  return (
    <SeasonCard
      caption="Reliability of the chances, leave-one-out"
      header={['Chance', 'Years', 'Expected to reach it', 'Reached it', 'Usual difference']}
      rows={[...skill.bins, { from: undefined, ...skill }].map((each) => ({
        key: each.from ?? 'all',
        head: each.from === undefined ? 'All' : describeTenth(each),
        cells: [each.years, each.expected.toFixed(1), each.reached, `± ${each.deviation.toFixed(1)}`],
      }))}
      note="The chances are reliable where no row of five or more years differs by more than twice the usual difference, the standard deviation."
    />
  );
}
