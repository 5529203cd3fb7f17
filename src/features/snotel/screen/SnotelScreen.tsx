import { useStore } from '@nanostores/react';
import { Code } from 'lucide-react';
import { Fragment, type ReactNode, useCallback, useRef } from 'react';
import { basin, homeView } from '#config/basin/basin.ts';
import { glossaryLink } from '#config/documentation-links.ts';
import { dataAddress } from '#domain/page-paths.ts';
import { bandsOf, noBandColor, type SnowMeasure, withheldColor } from '#domain/snow/snowpack.ts';
import { HelpLink, SegmentedField } from '#kits/form/Field.tsx';
import { Slider } from '#kits/form/Slider.tsx';
import { MapSwatch } from '#kits/map/MapSwatch.tsx';
import { listGroundLegend } from '#kits/map/points-layers.ts';
import { initialState, TableView, writeTableState } from '#kits/table/index.ts';
import { LinkToData } from '#kits/ui/CopyButton.tsx';
import { Button, lazyPart, Row, SkeletonLines, Stack, useScreen } from '#kits/ui/index.ts';
import { Tool } from '#kits/ui/Tool.tsx';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { $admitted } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { describeListAccess } from '#stores/data-access.ts';
import { openFigureDialog } from '#stores/figure-dialog.ts';
import { $mapGround } from '#stores/map-ground.ts';
import { toQueryRows } from '#stores/queries.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { exportNotes, remarksOn, sourceOfRows } from '../files/columns.ts';
import {
  describeFewSites,
  type HealthRow,
  hasNoData,
  isWithheld,
  legendTitles,
  percentageNames,
} from '../files/rows.ts';
import type { Chosen } from './chosen.ts';
import { layersBeneath } from './layers-beneath.ts';
import styles from './SnotelScreen.module.css';
import { createSnotel, type SnotelScreen as Store } from './screen.ts';

const SnotelMap = lazyPart(
  () => import('./SnotelMap.tsx').then((module) => module.SnotelMap),
  <SkeletonLines count={3} label="Loading the map…" />,
);
const measureChoices = [
  { value: 'peak', label: 'Of the median peak' },
  { value: 'date', label: 'For the date' },
] as const;

const shared =
  'A HUC8 is the ratio of sums over its sites. The same values are in the tables below; a row there shows its place on the map.';
const explanations: Readonly<Record<SnowMeasure, string>> = {
  date: `Each site’s latest snow water equivalent, and that of past years on the same day, as a percentage of the median for that day of the years 1991 to 2020. ${shared}`,
  peak: `Each water year’s largest snow water equivalent as a percentage of the median of the years 1991 to 2020. ${shared}`,
};

/** SNOTEL SWE Data. Requests nothing before someone is signed in. */
export function SnotelScreen({ title }: { title: string }) {
  return useStore($admitted) ? <Snotel title={title} /> : null;
}

function Snotel({ title }: { title: string }) {
  const screen = useScreen(() =>
    createSnotel({
      request,
      address: createAddress(),
      now: () => new Date(),
      isNarrow: matchMedia('(width < 768px)').matches,
    }),
  );
  const legend = useStore(screen.$legend);
  const measure = useStore(screen.$measure);
  const unknown = useStore(screen.$unknown);
  const refused = useStore(screen.$refused);
  const map = useRef<HTMLElement>(null);
  const { parts } = screen;
  const choose = (kind: Chosen['kind']) => (id: number) => {
    for (const part of parts) part.onRow({ kind, id });
    screen.choose({ kind, id });
    map.current?.scrollIntoView({ block: 'nearest' });
  };
  const showStation = () => {
    for (const part of parts) part.showStation();
  };
  const render = (what: 'renderBeside' | 'renderBeneath' | 'renderLast') =>
    parts.map((part) => <Fragment key={part.name}>{part[what]()}</Fragment>);
  return (
    <Tool
      title={title}
      faults={useStore(screen.$faults)}
      refused={unknown ? [...refused, describeUnknown(unknown)] : refused}
      label="What the map shows"
      more={
        <Row gap="2 5" className="grow">
          <div className={styles.year}>
            <YearChoice screen={screen} />
          </div>
          <SegmentedField
            label="Percentage of the Median"
            value={measure}
            choices={measureChoices}
            onChange={screen.setMeasure}
          />
        </Row>
      }
    >
      <div className={styles.first}>
        <section ref={map} className={`viewport ${styles.map}`} aria-label="Map">
          <SnotelMap screen={screen} onShowCurve={parts.length > 0 ? showStation : undefined} />
          <div className={`${styles.legend} untouchable on-map`}>
            <Button aria-expanded={legend} aria-controls="snotel-legend" onClick={screen.toggleLegend}>
              {legend ? 'Hide legend' : 'Show legend'}
            </Button>
            {legend && <SnotelLegend screen={screen} />}
          </div>
        </section>
        {render('renderBeside')}
      </div>
      {render('renderBeneath')}
      <p className="quiet">{explanations[measure]}</p>
      <Remarks screen={screen} />
      <HealthTable screen={screen} kind="site" onChoose={choose('site')} />
      <HealthTable screen={screen} kind="huc8" onChoose={choose('huc8')} />
      {render('renderLast')}
      <SnowFigures groups={basin.snowGroups} />
    </Tool>
  );
}

function SnowFigures({ groups }: { groups: readonly string[] }) {
  const [first, ...others] = groups;
  if (first === undefined || !openFigureDialog) return null;
  return (
    <div>
      <Button onClick={() => void openFigureDialog?.({ kind: 'snow', groups: [first, ...others] })}>
        <Code size={16} aria-hidden="true" /> Use a snow figure elsewhere
      </Button>
    </div>
  );
}

const nouns = { site: 'SNOTEL site', huc8: 'HUC8' } as const;

function describeUnknown({ kind, id }: Chosen): string {
  return `The address names a ${nouns[kind]} that this portal does not have (${id}). Choose one on the map or in a table.`;
}

function YearChoice({ screen }: { screen: Store }) {
  const range = useStore(screen.$range);
  const year = useStore(screen.$year);
  if (!range) return <SkeletonLines count={2} label="Loading the water years…" />;
  return (
    <Slider
      label="Select a Year to Visualize its Data on the Map"
      value={year}
      min={range.min}
      max={range.max}
      onChange={screen.setYear}
      format={(value) => `Water year ${value}`}
    />
  );
}

/** What the gray and marked cells of the chosen row say on hover, as text. */
function Remarks({ screen }: { screen: Store }) {
  const chosen = useStore(screen.$chosen);
  const row = useStore(screen.$row);
  const columns = useStore(screen.tables[chosen?.kind ?? 'site'].$columns);
  const remarks = row ? remarksOn(row, columns) : [];
  if (!row || remarks.length === 0) return null;
  return (
    <details className={styles.remarks}>
      <summary>{`Remarks on ${row.name} in the table (${remarks.length})`}</summary>
      <Stack as="dl" gap={1} className="text-sm scrolls apart">
        {remarks.map(({ header, note }) => (
          <div key={header}>
            <dt className="strong">{header}</dt>
            <dd>{note}</dd>
          </div>
        ))}
      </Stack>
    </details>
  );
}

const helpOf = {
  date: glossaryLink('percent-of-median-for-the-date'),
  peak: glossaryLink('percent-of-median-peak'),
};

/** The bands of the percentage, the marks that the map of the year has, and what lies beneath them. */
function SnotelLegend({ screen }: { screen: Store }) {
  const measure = useStore(screen.$measure);
  const year = useStore(screen.$year);
  const theme = useStore($resolvedTheme);
  const siteRows = useStore(screen.tables.site.$rows);
  const hucRows = useStore(screen.tables.huc8.$rows);
  const shown = [...siteRows, ...hucRows].map((row) => row.byYear.get(year)?.[measure]);
  const { layers, ...ground } = useStore($mapGround);
  const beneath = listGroundLegend({ ...ground, layers: layersBeneath(layers) }, homeView.zoom);
  const hasLate = siteRows.some(({ freshness }) => freshness?.state === 'late');
  return (
    <div id="snotel-legend" className={`raised text-xs ${styles.entries} scrolls pad-2-3`}>
      <p className="strong">
        {legendTitles[measure]} <HelpLink {...helpOf[measure]} />
      </p>
      <ul className="packed">
        {bandsOf(measure, theme).map(({ label, color }) => (
          <li key={label} className="icon-row tight">
            <Mark>
              <rect x="0.5" y="0.5" width="15" height="15" rx="3" fill={color} {...edge} />
            </Mark>
            {label}
          </li>
        ))}
        <li className="icon-row tight">
          <Mark>
            <rect width="16" height="16" rx="3" fill={noBandColor} />
          </Mark>
          No data
        </li>
      </ul>
      {shown.some(hasNoData) && <p className="muted">No data: no value, or too few years for a median.</p>}
      {shown.some(isWithheld) && (
        <div className="icon-row tight apart">
          <Mark>
            <rect width="16" height="16" rx="3" fill={withheldColor} />
          </Mark>
          Median below 1 in: inches, no percentage
        </div>
      )}
      {shown.some(describeFewSites) && (
        <div className="icon-row tight apart">
          <Mark>
            <rect x="1" y="1" width="14" height="14" fill="#dfe4e7" stroke="#1b2328" {...dashes} />
          </Mark>
          Few sites
        </div>
      )}
      {hasLate && (
        <div className="icon-row tight apart">
          <Mark>
            <circle cx="8" cy="8" r="7" fill="#dfe4e7" stroke="#73828c" />
            <circle cx="8" cy="8" r="3" fill="#1b2328" />
          </Mark>
          Late: has not reported as often as it usually does
        </div>
      )}
      {beneath.length > 0 && (
        <ul className={`packed apart ${styles.ground}`}>
          {beneath.map(({ label, sample }) => (
            <li key={label} className="icon-row tight">
              <MapSwatch sample={sample} />
              {label}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <svg className="rigid" width="16" height="16" aria-hidden="true">
      {children}
    </svg>
  );
}

/** Pale colors have an edge. */
const edge = { stroke: '#73828c', strokeWidth: 0.5 };
const dashes = { strokeWidth: 2, strokeDasharray: '3 3' };

const tableNotes: Readonly<Record<SnowMeasure, string>> = {
  date: 'In percent of the median for the date; inches where that is below 1 in. Medians of 1991–2020, unless a row says otherwise. Gray cells have a remark: choose a row to read its remarks above.',
  peak: 'In percent of the median peak; inches where that is below 1 in. Medians of 1991–2020, unless a row says otherwise. Gray cells have a remark: choose a row to read its remarks above.',
};

const titles = { site: 'Data Points Table', huc8: 'HUC8 Table' } as const;
const rowNouns = {
  site: { one: 'site', many: 'sites' },
  huc8: { one: 'HUC8', many: 'HUC8s' },
} as const;

type HealthTableProps = { screen: Store; kind: Chosen['kind']; onChoose: (id: number) => void };

/** A table of percentages by year. A click on a row, or Enter, chooses it. */
function HealthTable({ screen, kind, onChoose }: HealthTableProps) {
  const { query, $rows, $columns, $table } = screen.tables[kind];
  const title = titles[kind];
  const measure = useStore(screen.$measure);
  const columns = useStore($columns);
  const rows = useStore($rows);
  const state = useStore($table);
  const loaded = useStore(query.$state);
  const chosen = useStore(screen.$chosen);
  const isHighlighted = useCallback(
    (row: HealthRow) => chosen?.kind === kind && row.id === chosen.id,
    [chosen, kind],
  );
  // What fails is said once, above.
  if (loaded.status === 'failed') return null;
  return (
    <Stack gap={3}>
      <h2>{title}</h2>
      <p className="quiet">{tableNotes[measure]}</p>
      <TableView
        caption={title}
        columns={columns}
        data={toQueryRows<unknown, HealthRow>(query, loaded, () => rows, 'The table')}
        $table={$table}
        isHighlighted={isHighlighted}
        onRowClick={(row) => onChoose(row.id)}
        tools={
          <LinkToData
            of={title}
            address={dataAddress(
              'snow',
              { of: kind === 'site' ? 'sites' : 'huc8s', percent: measure },
              writeTableState(state, initialState(columns)),
            )}
            access={describeListAccess()}
          />
        }
        noun={rowNouns[kind]}
        empty="There is no SNOTEL data yet."
        csv={{
          title: `SNOTEL ${title}`,
          comment: () => [
            `${title}: ${percentageNames[measure]} of snow water equivalent by water year`,
            ...exportNotes(rows, measure),
            `Source: ${sourceOfRows(rows)}`,
            formatExportedAt(new Date()),
          ],
        }}
      />
    </Stack>
  );
}
