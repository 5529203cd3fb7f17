import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import type { Fill } from '#contract/fill.ts';
import { demonstrationNote } from '#domain/demonstration.ts';
import { exceedances } from '#domain/exceedances.ts';
import { pathOfSite } from '#domain/site-path.ts';
import { fillTitle } from '#downloads/fill-title.ts';
import { PointChart } from '#kits/chart/points/PointChart.tsx';
import { Notice } from '#kits/ui/index.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { formatPercent, formatSignificant, formatWhole } from '#lib/format-number.ts';
import { needsToken } from '#stores/data-access.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { showToast } from '#stores/toasts.ts';
import { Facts } from '../season/Facts.tsx';
import styles from '../season/Season.module.css';
import { SeasonDownloads } from '../season/SeasonDownloads.tsx';
import { SeasonTable } from '../season/SeasonTable.tsx';
import { toKaf } from '../season/volume-text.ts';
import { HowComputed } from '../shared/HowComputed.tsx';
import { FillSkillTable } from './FillSkillTable.tsx';
import { gainsContent, peaksContent } from './fill-charts.ts';
import { fillComputation } from './fill-computation.ts';
import { fillAddress, fillDownloads } from './fill-downloads.ts';
import {
  chanceNotes,
  describeChance,
  describeGain,
  describeMember,
  describeSpace,
  fillFacts,
} from './fill-text.ts';

type FillViewProps = { fill: Fill };

/** The space left, the gain that fills it, and the chance of that with its record. */
export function FillView({ fill }: FillViewProps) {
  const theme = useStore($resolvedTheme);
  const [gains, peaks] = useMemo(() => chartsOf(fill, theme), [fill, theme]);
  const [printedGains, printedPeaks] = useMemo(() => chartsOf(fill, 'light'), [fill]);
  const downloads = useMemo(() => fillDownloads(fill), [fill]);
  const chart = {
    theme,
    notify: showToast,
    describeExportTime: formatExportedAt,
    link: { address: fillAddress(fill, 'years'), access: needsToken },
  };
  return (
    <>
      <Headline fill={fill} />
      {gains && (
        <div className={styles.card}>
          <PointChart content={gains} printed={printedGains} {...chart} />
        </div>
      )}
      <div className={styles.columns}>
        {fill.chance && <Peaks fill={fill} />}
        {fill.skill && <FillSkillTable skill={fill.skill} />}
      </div>
      {peaks && (
        <div className={styles.card}>
          <PointChart content={peaks} printed={printedPeaks} {...chart} />
        </div>
      )}
      <SeasonDownloads title={fillTitle(fill)} downloads={downloads} />
      <HowComputed computation={fillComputation(fill)} title={fillTitle(fill)} />
    </>
  );
}

function chartsOf(fill: Fill, theme: 'light' | 'dark') {
  return [gainsContent(fill, theme), peaksContent(fill, theme)] as const;
}

function Headline({ fill }: FillViewProps) {
  const gain = describeGain(fill);
  return (
    <section className={styles.card} aria-label="The fill in words">
      <p className={styles.headline}>
        {fill.label}: <strong>{describeSpace(fill)}</strong>
      </p>
      <Meter fill={fill} />
      {gain !== undefined && <p className={styles.sentence}>{gain}</p>}
      {fill.chance && (
        <p className={styles.sentence}>
          <strong>{describeChance(fill)}.</strong> {chanceNotes(fill).join(' ')}
        </p>
      )}
      {fill.reasons.map((reason) => (
        <Notice key={reason} severity="warning">
          {reason}
        </Notice>
      ))}
      {fill.is_demonstration && <p className={styles.demonstration}>{demonstrationNote}</p>}
      <Facts facts={fillFacts(fill)} />
      <ul className={styles.members} aria-label="Reservoirs">
        {fill.members.map((member) => (
          <li key={member.loc_ndx}>
            <a href={pathOfSite(member.loc_ndx)}>{member.loc_name}</a>{' '}
            <span className={styles.muted}>{describeMember(member)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How full the reservoirs are, with a line at the target. */
function Meter({ fill }: { fill: Fill }) {
  const { storage, capacity_af: capacity, target } = fill;
  if (!storage) return null;
  const share = Math.min(1, Math.max(0, storage.value_af / capacity));
  return (
    <svg
      className={styles.meter}
      viewBox="0 0 640 34"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${formatPercent(share * 100)} full; the line is the target, ${formatPercent(target * 100)}`}
    >
      <rect className={styles.ground} x="1" y="5" width="638" height="24" />
      <rect className={styles.water} x="1" y="5" width={638 * share} height="24" />
      <line className={styles.mark} x1={1 + 638 * target} x2={1 + 638 * target} y1="0" y2="34" />
    </svg>
  );
}

/** The peaks until the date by how probably they are exceeded. */
function Peaks({ fill }: { fill: Fill }) {
  return (
    <div className={styles.card}>
      <SeasonTable
        caption={`Peak until ${formatUsDate(fill.by)} by exceedance`}
        header={['Exceeded', 'KAF', 'AF', '% of capacity']}
      >
        {exceedances.map((chance, at) => {
          const peak = fill.chance?.peak_af[at] ?? 0;
          return (
            <tr key={chance} data-leading={chance === 50 || undefined}>
              <th scope="row">{chance} %</th>
              <td>{formatSignificant(toKaf(peak), 3)}</td>
              <td>{formatWhole(peak)}</td>
              <td>{formatPercent((peak / fill.capacity_af) * 100)}</td>
            </tr>
          );
        })}
      </SeasonTable>
    </div>
  );
}
