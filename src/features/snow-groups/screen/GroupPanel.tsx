import { useStore } from '@nanostores/react';
import { type Ref, useEffect } from 'react';
import { describeSnow, standingAfterClass } from '#domain/finding/group-text.ts';
import { percentileBar } from '#domain/finding/percentile-bar.ts';
import boardTable from '#kits/ui/BoardTable.module.css';
import { Stack } from '#kits/ui/index.ts';
import { Standing } from '#kits/ui/marks/Standing.tsx';
import { useAwaitedSheet } from '#kits/ui/print/printing.ts';
import { countOf } from '#lib/count-text.ts';
import { dataOf } from '#stores/queries.ts';
import { formatInches } from '../../snotel/index.ts';
import type { SnowBand } from '../contract.ts';
import { GroupYears, YearFigures } from './GroupYears.tsx';
import { groupChart } from './group-chart.ts';
import {
  describeBand,
  describeBandPercent,
  describeNoNormals,
  describeWays,
  groupFacts,
} from './group-text.ts';
import { SnowCurve, SnowFacts } from './SnowCurve.tsx';
import type { SnowGroupsState } from './state.ts';

type GroupPanelProps = {
  screen: SnowGroupsState;
  heading?: Ref<HTMLHeadingElement>;
  /** Called once the group is there. */
  onShown?: () => void;
};

/** The chosen group: where it stands, its water year over the normals with past years' ways to the peak, and its elevations. */
export function GroupPanel({ screen, heading, onShown }: GroupPanelProps) {
  const { board, $group, $now } = screen.groups;
  const group = useStore($group);
  const shown = useStore(board.$state);
  const allBands = dataOf(shown)?.bands ?? [];
  const now = useStore($now);
  useAwaitedSheet(!now && shown.status === 'loading');
  const isShown = now !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isShown) onShown?.();
  }, [isShown]);
  if (!now) return null;
  const text = describeSnow(now);
  const { bar, class: name, percent, standing } = text;
  const finding =
    percent === undefined ? undefined : `${now.label}: ${percent} of the median for the date, ${standing}`;
  return (
    <Stack as="section" gap={3} aria-labelledby="snow-group">
      <h2 ref={heading} id="snow-group" tabIndex={-1}>
        {now.label}
      </h2>
      <Standing bar={bar && percentileBar(bar, 'card')} class={name} text={standingAfterClass(text)} />
      {group && <GroupYears screen={screen} group={group} />}
      <SnowCurve
        curve={screen.groups}
        noun="group"
        lackOf={describeNoNormals}
        contentOf={groupChart}
        findingOf={(found) => (found.label === now.label ? finding : undefined)}
        empty="The sites have no value in this year."
      />
      {group && group.years.length > 0 && <YearFigures group={group} />}
      {group && <SnowFacts facts={groupFacts(group, now)} />}
      {group && <p className="quiet">{describeWays(group)}</p>}
      <Elevations label={now.label} bands={now.bands} all={allBands} />
    </Stack>
  );
}

type ElevationsProps = { label: string; bands: readonly SnowBand[]; all: readonly SnowBand[] };

function Elevations({ label, bands, all }: ElevationsProps) {
  return (
    <table className={`${boardTable.table} full-width`}>
      <caption>Percent of the median by elevation</caption>
      <thead>
        <tr>
          <th scope="col">Elevation of the sites</th>
          <th scope="col">{label}</th>
          <th scope="col">All groups</th>
        </tr>
      </thead>
      <tbody>
        {bands.map((band, at) => (
          <tr key={describeBand(band)}>
            <th scope="row">{describeBand(band)}</th>
            <BandCell band={band} />
            <BandCell band={all[at]} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function BandCell({ band }: { band: SnowBand | undefined }) {
  if (!band) return <td />;
  const { value, median, count } = band;
  return (
    <td>
      <strong>{describeBandPercent(band)}</strong>
      {value !== null && median !== null && (
        <small>
          {formatInches(value)}, median {formatInches(median)}, {countOf(count, 'site')}
        </small>
      )}
    </td>
  );
}
