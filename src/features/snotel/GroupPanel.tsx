import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import type { SnowBand, SnowGroup } from '#contract/snow-board.ts';
import { describeSnow, standingAfterClass } from '#domain/finding/brief-text.ts';
import { percentileBar } from '#domain/finding/percentile-bar.ts';
import { formatInches } from '#downloads/snow-rows.ts';
import { Chart, type ChartData } from '#kits/chart/index.ts';
import boardTable from '#kits/ui/BoardTable.module.css';
import { Grid, Notices, Stack } from '#kits/ui/index.ts';
import { PrintSheet } from '#kits/ui/PrintSheet.tsx';
import { Standing } from '#kits/ui/Standing.tsx';
import { countOf } from '#lib/count-text.ts';
import type { SubmitState } from '#stores/queries.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { showToast } from '#stores/toasts.ts';
import { groupChart } from './group-chart.ts';
import {
  describeBand,
  describeBandPercent,
  describeNoNormals,
  describeWays,
  type Fact,
  groupFacts,
} from './group-text.ts';
import type { GroupChoice } from './groups.ts';
import styles from './SnowGroups.module.css';
import type { SnotelScreen } from './screen.ts';

/** The chosen group: where it stands, its water year over the normals with past years' ways to the peak, and its elevations. */
export function GroupPanel({ screen }: { screen: SnotelScreen }) {
  const { board, season, setChart } = screen.groups;
  const state = useStore(season.$state);
  const shown = useStore(board.$state);
  const now = useStore(screen.groups.$now);
  const chart = useStore(screen.groups.$chart);
  const theme = useStore($resolvedTheme);
  const group = 'data' in state ? state.data : undefined;
  const data = useMemo(() => chartData(state, theme, () => void season.retry()), [state, theme, season]);
  const printed = useMemo(() => group && groupChart(group, 'light'), [group]);
  const allBands = ('data' in shown && shown.data?.bands) || [];
  if (!now) return null;
  const text = describeSnow(now);
  const { bar, class: name } = text;
  return (
    <Stack as="section" gap={3} aria-labelledby="snow-group">
      <h2 id="snow-group">{now.label}</h2>
      <Standing bar={bar && percentileBar(bar, 'card')} class={name} text={standingAfterClass(text)} />
      {group?.label === now.label && <Facts facts={groupFacts(group, now)} />}
      {group && <Notices severity="warning" texts={[describeNoNormals(group) ?? []].flat()} />}
      <PrintSheet data={data}>
        <Chart
          data={data}
          {...(printed && { printed })}
          theme={theme}
          state={chart}
          onState={setChart}
          notify={showToast}
        />
      </PrintSheet>
      {group && <p className="quiet">{describeWays(group)}</p>}
      <Elevations label={now.label} bands={now.bands} all={allBands} />
    </Stack>
  );
}

type ElevationsProps = { label: string; bands: readonly SnowBand[]; all: readonly SnowBand[] };

function Elevations({ label, bands, all }: ElevationsProps) {
  return (
    <table className={boardTable.table}>
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

/** Figures of a group or a station, each with what it is compared with. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <Grid as="dl" gap="3 5" className={styles.facts}>
      {facts.map(({ term, text, note }) => (
        <div key={term}>
          <dt className="quiet">{term}</dt>
          <dd>
            <strong className="text-lg">{text}</strong>
            {note !== undefined && <span className="quiet">{note}</span>}
          </dd>
        </div>
      ))}
    </Grid>
  );
}

function chartData(
  state: SubmitState<SnowGroup, GroupChoice>,
  theme: 'light' | 'dark',
  retry: () => void,
): ChartData {
  if (state.status === 'failed') return { status: 'failed', message: state.error.message, retry };
  if (!('data' in state)) return { status: 'loading', progress: 'Loading the group…' };
  const content = groupChart(state.data, theme);
  return content
    ? { status: 'ready', content }
    : { status: 'idle', hint: 'The sites have no value in this year.' };
}
