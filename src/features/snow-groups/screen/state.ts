import { atom, computed, type ReadableAtom } from 'nanostores';
import { basin } from '#config/basin/basin.ts';
import { type ChartState, chartCodec, initialChartState } from '#kits/chart/index.ts';
import { addressCodec, Refusal } from '#lib/address-codec.ts';
import { isPlausibleDay } from '#lib/calendar.ts';
import { createMoreYears } from '#season/years/chart-years.ts';
import { addressPart, codecPart } from '#stores/create-screen.ts';
import type { Fault } from '#stores/queries.ts';
import type { Chosen, SnotelHost } from '../../snotel/index.ts';
import { maxSnowYears } from '../contract.ts';
import { createGroupsState } from './groups.ts';
import { createStationState } from './station.ts';

export type SnowGroupsState = ReturnType<typeof createSnowGroups>;

/** The state of the groups and of the chosen station. `labels` are the groups of the basin file. */
export function createSnowGroups(host: SnotelHost, labels: readonly string[] = basin.snowGroups) {
  const { request, today, current, $chosen, $row, choose } = host;
  const codec = groupsCodec(labels);
  const $selection = atom<GroupSelection>(codec.initial);
  const $refused = atom<readonly string[]>([]);
  /** Changes the selection, and forgets what the address asked for in vain. */
  const change = (next: Partial<GroupSelection>) => {
    $refused.set([]);
    $selection.set({ ...$selection.get(), ...next });
  };
  const station = createCurve(
    createStationState({
      request,
      $row: computed([$chosen, $row], (chosen, row) => (chosen?.kind === 'site' ? row : undefined)),
      today,
      currentYear: current,
    }),
  );
  const groups = createCurve(
    createGroupsState({
      request,
      $choice: computed($selection, ({ group = labels[0], on, years }) =>
        group === undefined ? undefined : { group, on, years },
      ),
    }),
    'g.',
  );
  const groupHeading: Heading = { current: null };
  const stationHeading: Heading = { current: null };
  /** A row was chosen: the focus follows to the station as soon as it is there. */
  let wantsFocus = false;
  /** A link to a station or a group shows it, not what is above it. */
  let linked: 'station' | 'group' | undefined;

  /** The chosen station is shown. */
  function focusStation(): void {
    if (linked === 'station') showHeading(stationHeading);
    if (linked === 'station') linked = undefined;
    if (wantsFocus) stationHeading.current?.focus({ preventScroll: true });
    wantsFocus = false;
  }

  return {
    ...host,
    groups,
    station,
    groupHeading,
    stationHeading,
    /** Whether the address or a click has chosen a group. */
    $isGroupChosen: computed($selection, ({ group }) => group !== undefined),
    chooseGroup(group: string): void {
      change({ group });
    },
    setDay: (on: string | undefined) => change({ on }),
    setYears: (years: readonly number[]) => change({ years: toYears(years) }),
    moreYears: createMoreYears(request),
    closeStation: () => choose(undefined),
    focusStation,
    /** The chosen group is shown. */
    showLinkedGroup(): void {
      if (linked === 'group') showHeading(groupHeading);
      if (linked === 'group') linked = undefined;
    },
    /** Below the map, once it has been rendered there. */
    showGroup: () => requestAnimationFrame(() => showHeading(groupHeading)),
    showStation: () => showHeading(stationHeading),
    onRow({ kind, id }: Chosen): void {
      wantsFocus = kind === 'site';
      if (station.$row.get()?.id === id) focusStation();
    },
    $faults: computed(groups.board.$state, (state): readonly Fault[] =>
      'error' in state
        ? [{ what: 'The groups', message: state.error.message, retry: groups.board.retry }]
        : [],
    ),
    $refused,
    parts: [
      addressPart($selection, {
        read(query) {
          const { value, refused } = codec.read(query);
          $refused.set(refused);
          return value;
        },
        write: codec.write,
      }),
      station.chartPart,
      groups.chartPart,
    ],
    submitted: [groups.board, groups.query, station.query],
    onStart() {
      const chosen = $chosen.get();
      const isGroupNamed = $selection.get().group !== undefined;
      if (chosen?.kind === 'site' && !isGroupNamed) linked = 'station';
      else if (!chosen && isGroupNamed) linked = 'group';
      return [groups.follow(), station.follow()];
    },
  };
}

type Heading = { current: HTMLHeadingElement | null };

/** Brings a heading into view, and moves the focus there. */
function showHeading({ current }: Heading): void {
  current?.scrollIntoView({ block: 'start' });
  current?.focus({ preventScroll: true });
}

/** What is loaded of a group or a station, and the state of its chart. */
export type Curve<T> = T & {
  readonly $chart: ReadableAtom<ChartState>;
  setChart(state: ChartState): void;
};

/** Keeps the chart of a group or a station in the address; `prefix` tells their keys apart: `g.x=31..92`. */
function createCurve<T extends object>(state: T, prefix = '') {
  const $chart = atom<ChartState>(initialChartState);
  const chartPart = codecPart($chart, chartCodec('season', prefix));
  return { ...state, $chart, chartPart, setChart: (chart: ChartState) => $chart.set(chart) };
}

type GroupSelection = {
  /** Undefined: the first group of the basin file. */
  readonly group: string | undefined;
  /** The day of the groups, `YYYY-MM-DD`. Undefined: the latest. */
  readonly on: string | undefined;
  /** The past water years drawn beside that of the group, the latest first. */
  readonly years: readonly number[];
};

function toYears(years: readonly number[]): readonly number[] {
  return [...new Set(years)].sort((one, other) => other - one).slice(0, maxSnowYears);
}

/** `group=Snake+above+Heise&on=2026-02-10&years=2001,1992` */
function groupsCodec(labels: readonly string[]) {
  return addressCodec<GroupSelection>({
    group: {
      key: 'group',
      initial: undefined,
      parse(text) {
        const found = labels.find((label) => label.toLowerCase() === text.toLowerCase());
        if (found !== undefined || labels.length === 0) return found;
        return new Refusal(`There is no group of snow sites “${text}”. There are ${labels.join('; ')}.`);
      },
      format: (group) => group,
    },
    on: {
      key: 'on',
      initial: undefined,
      parse: (text) =>
        isPlausibleDay(text)
          ? text
          : new Refusal('The address names no day, written YYYY-MM-DD. The latest is shown.'),
      format: (on) => on,
    },
    years: {
      key: 'years',
      initial: [],
      parse: (text) => (/^\d{4}(,\d{4})*$/.test(text) ? toYears(text.split(',').map(Number)) : undefined),
      format: (years) => (years.length > 0 ? years.join() : undefined),
    },
  });
}
