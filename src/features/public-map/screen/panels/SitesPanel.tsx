import { useStore } from '@nanostores/react';
import { memo, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { DataPoint, SiteCondition } from '#contract/public-map.ts';
import type { Freshness } from '#domain/freshness.ts';
import { toneOf } from '#domain/statistics/percentile-class.ts';
import { Button, SkeletonLines } from '#kits/ui/index.ts';
import { Row, Stack } from '#kits/ui/Layout.tsx';
import { RingMark } from '#kits/ui/marks/RingMark.tsx';
import standing from '#kits/ui/marks/Standing.module.css';
import { Bar } from '#kits/ui/marks/Standing.tsx';
import { formatUsDate } from '#lib/calendar.ts';
import { formatLongDay } from '#lib/calendar-names.ts';
import { barOf } from '../colors/latest-conditions.ts';
import { mapConditions } from '../colors/map-conditions.ts';
import { offeredSorts } from '../map-address.ts';
import type { SiteSort } from '../map-choices.ts';
import styles from '../PublicMap.module.css';
import { moveFocus } from '../roving-focus.ts';
import type { PublicMapScreen } from '../screen.ts';
import { type SiteFamily, siteFamilies } from '../site-filters.ts';
import { Panel } from './Panel.tsx';

const batchSize = 100;
/** The slider sorts the list again with each day, so that it begins with fewer rows. */
const dayBatchSize = 30;
const noSites: readonly DataPoint[] = [];

type Props = { screen: PublicMapScreen; onClose?: () => void };

/** The sites in view as a list, which chooses sites on the map and follows what is chosen there. */
export function SitesPanel({ screen, onClose }: Props) {
  const { status } = useStore(screen.data.wells.$state);
  const conditions = useStore(screen.data.conditions.$state);
  const isSorted = useStore(screen.$sort) !== 'unusual' || conditions.status !== 'loading';
  const loading = status === 'loading' || !isSorted;
  const sites = useStore(screen.$listed);
  const all = useStore(screen.$sites);
  return (
    <Panel
      side="left"
      title={titleOf(useStore(screen.$sort), useStore(screen.$on))}
      closeLabel="Close Sites"
      note={loading ? 'Loading' : describeCount(sites.length, all.length)}
      onClose={onClose}
    >
      {loading ? (
        <SkeletonLines count={12} label="Loading the sites" />
      ) : all.length === 0 ? null : (
        <>
          <Families screen={screen} />
          <SortSelect screen={screen} />
          <SnowOfUnits screen={screen} />
        </>
      )}
      {!loading && sites.length > 0 && <SiteList screen={screen} />}
      {!loading && sites.length === 0 && (
        <p className="muted pad-4">
          {all.length > 0
            ? 'No site lies in this part of the map. Zoom out to see more.'
            : status === 'failed'
              ? 'The sites could not be loaded.'
              : 'There are no sites to list.'}
        </p>
      )}
    </Panel>
  );
}

function titleOf(sort: SiteSort, on: string): string {
  if (sort !== 'unusual') return 'Sites';
  return on === '' ? 'Most unusual now' : `Most unusual on ${formatLongDay(on)}`;
}

const sortLabels: Readonly<Record<SiteSort, string>> = {
  unusual: 'Most unusual first',
  name: 'A to Z',
  river: 'Along the river',
};

const familyLabels: Readonly<Record<SiteFamily, string>> = {
  all: 'All',
  rivers: 'Rivers',
  reservoirs: 'Reservoirs',
  wells: 'Wells',
  snow: 'Snow',
};

function Families({ screen }: { screen: PublicMapScreen }) {
  const family = useStore(screen.$family);
  return (
    <Row
      gap={0}
      data-nowrap
      data-spread
      className={`ruled-below ${styles.families}`}
      role="radiogroup"
      aria-label="Family of sites"
    >
      {siteFamilies.map((each) => (
        <label key={each} className="tab">
          <input
            className="cover-radio"
            type="radio"
            name="site-family"
            checked={family === each}
            onChange={() => screen.$family.set(each)}
          />
          {familyLabels[each]}
        </label>
      ))}
    </Row>
  );
}

/** The HUC8s whose snow the map fills, from the least on; choosing one shows it. */
function SnowOfUnits({ screen }: { screen: PublicMapScreen }) {
  const isShown = useStore(screen.$family) === 'snow';
  const { snow } = useStore(screen.$shown);
  const isByClass = useStore(screen.$coloring) === 'conditions';
  if (!isShown || !isByClass || snow.size === 0 || !mapConditions) return null;
  const { describeSnow } = mapConditions;
  const units = [...snow].toSorted(([one, a], [other, b]) => a - b || (one < other ? -1 : 1));
  return (
    <ul aria-label="Snow of the HUC8s">
      {units.map(([unit, at]) => (
        <li key={unit}>
          <button
            type="button"
            className={`${styles.site} tight anywhere full-width text-start ruled-below inner-focus`}
            onClick={() => screen.openUnit(unit)}
          >
            <span className={`medium ${styles.wide}`}>{unit}</span>
            <span className={`quiet-xs ${styles.wide}`}>snow {describeSnow(at)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function SortSelect({ screen }: { screen: PublicMapScreen }) {
  const sort = useStore(screen.$sort);
  return (
    <Row as="label" gap={2} data-nowrap className={`quiet-xs ${styles.sort}`}>
      Sort
      <select
        className="control grow"
        value={sort}
        onChange={({ target }) => screen.setSort(offeredSorts[target.selectedIndex] ?? sort)}
      >
        {offeredSorts.map((value) => (
          <option key={value} value={value}>
            {sortLabels[value]}
          </option>
        ))}
      </select>
    </Row>
  );
}

function SiteList({ screen }: { screen: PublicMapScreen }) {
  // A hundred rows at once would keep a phone from answering, so they are rendered while nothing else waits.
  const sites = useDeferredValue(useStore(screen.$listed), noSites);
  const selected = useStore(screen.$site);
  const freshness = useStore(screen.$freshness);
  const conditions = useStore(screen.$conditions);
  const on = useStore(screen.$on);
  const [shown, setShown] = useState(batchSize);
  const [lastFocused, setLastFocused] = useState<number | undefined>(undefined);
  const list = useRef<HTMLUListElement>(null);
  const place = sites.findIndex(({ loc_ndx }) => loc_ndx === selected);
  const count = on === '' ? shown : shown - batchSize + dayBatchSize;
  const listed = sites.slice(0, Math.max(count, place + 1));
  // One tab stop: the row last focused, else the selected site, else the first row.
  const isListed = (ndx: number | undefined) => listed.some(({ loc_ndx }) => loc_ndx === ndx);
  const tabStop = [lastFocused, selected].find(isListed) ?? listed[0]?.loc_ndx;

  // A site that is chosen on the map is shown in the list.
  useEffect(() => {
    if (selected !== undefined) {
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    }
  }, [selected]);

  return (
    <>
      <ul ref={list} aria-label="Sites in view" onKeyDown={(event) => moveFocus(event, list.current)}>
        {listed.map((site) => (
          <SiteRow
            key={site.loc_ndx}
            screen={screen}
            site={site}
            freshness={on === '' ? freshness.get(site.loc_ndx) : undefined}
            condition={conditions.get(site.loc_ndx)}
            isTabStop={site.loc_ndx === tabStop}
            isSelected={site.loc_ndx === selected}
            onFocused={setLastFocused}
          />
        ))}
      </ul>
      {sites.length > listed.length && (
        <div className="pad-3">
          <Button onClick={() => setShown(shown + batchSize)}>Show 100 more</Button>
        </div>
      )}
    </>
  );
}

type RowProps = {
  screen: PublicMapScreen;
  site: DataPoint;
  freshness: Freshness | undefined;
  condition: SiteCondition | undefined;
  isTabStop: boolean;
  isSelected: boolean;
  onFocused: (ndx: number) => void;
};

const SiteRow = memo(function SiteRow({
  screen,
  site,
  freshness,
  condition,
  isTabStop,
  isSelected,
  onFocused,
}: RowProps) {
  return (
    <li>
      <button
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        className={`${styles.site} tight anywhere full-width text-start ruled-below inner-focus`}
        aria-current={isSelected || undefined}
        onFocus={() => {
          onFocused(site.loc_ndx);
          screen.$pointedSite.set(site.loc_ndx);
        }}
        onBlur={() => screen.$pointedSite.set(undefined)}
        onClick={() => screen.select(site, 'show')}
      >
        <span className={`medium ${styles.wide}`}>{site.loc_name}</span>
        <span className={`quiet-xs ${styles.wide}`}>
          <Place condition={condition} />
          {site.loc_type_name}
          {condition?.class ? '' : ` · ${site.loc_id}`}
          {freshness?.state === 'late' && (
            <>
              {' · '}
              <RingMark>late, {freshness.lag} days old</RingMark>
            </>
          )}
          {freshness?.state === 'ended' && site.por_end !== null && ` · ended ${formatUsDate(site.por_end)}`}
        </span>
        {condition && (freshness?.state !== 'ended' || condition.class) && (
          <Condition condition={condition} />
        )}
      </button>
    </li>
  );
});

/** The class of a site in words; of values that are not public, why there is none. */
function Place({ condition }: { condition: SiteCondition | undefined }) {
  if (condition?.is_withheld) return <>{condition.standing} · </>;
  if (!condition?.class) return null;
  return (
    <>
      <span className={standing.class} data-tone={toneOf(condition.class)}>
        {condition.standing.split(', ')[0]}
      </span>
      {' · '}
    </>
  );
}

/** The latest value of a site, and its bar where it has a class. */
export function Condition({ condition }: { condition: SiteCondition }) {
  return (
    <Stack as="span" className={`text-sm ${styles.condition} text-end`}>
      <span>{condition.value}</span>
      {condition.percentile !== null && <Bar markup={barOf(condition, 'tight', condition.standing)} />}
    </Stack>
  );
}

/** `1 of 1 site in view`, `359 of 374 sites in view` */
function describeCount(listed: number, all: number): string {
  return `${listed} of ${all} ${all === 1 ? 'site' : 'sites'} in view`;
}
