import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useMemo, useRef, useState } from 'react';
import { formatDischarge } from '#domain/quantity.ts';
import { initialState, type TableState, TableView } from '#kits/table/index.ts';
import { Disclosure } from '#kits/ui/Disclosure.tsx';
import { SkeletonLines } from '#kits/ui/index.ts';
import { useWidth } from '#kits/ui/screen-parts.tsx';
import { formatUsDate } from '#lib/calendar.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import type { River } from '../contract.ts';
import { riverColumns, riverRemarks, sourceOfRiver, toRiverRows } from '../files.ts';
import { desktopWidest, layOutRiver, layOutTall, maxShrink, phoneWidest } from './lay-out-river.ts';
import styles from './River.module.css';
import { RiverDrawing } from './RiverDrawing.tsx';
import { RiverList } from './RiverList.tsx';
import type { RiverScreen } from './screen.ts';

/** The drawing of the day that the screen shows, its key, and the same as a table. */
export function RiverParts({ screen }: { screen: RiverScreen }) {
  const { river, isCurrent, problem, isLoading } = useStore(screen.$view);
  if (problem?.action === 'back' || (problem && !river)) return null;
  if (!river) return <SkeletonLines count={12} label="Loading the river…" />;
  return (
    <div className="stack dims" data-dimmed={isLoading && !isCurrent ? '' : undefined}>
      <Rivers river={river} />
    </div>
  );
}

function Rivers({ river }: { river: River }) {
  const { rivers, on, widest } = river;
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const largest = widest?.value ?? 0;
  const hasLines = rivers.some(({ is_line, sites }) => is_line && sites.length > 0);
  const layout = useMemo(
    () => layOutRiver(rivers, { on, widest: largest, width }),
    [rivers, on, largest, width],
  );
  // Paper has the smallest drawing that the labels allow, at any size of the window.
  const paper = useMemo(() => layOutRiver(rivers, { on, widest: largest, width: 0 }), [rivers, on, largest]);
  const tall = useMemo(() => layOutTall(rivers, { on, widest: largest }), [rivers, on, largest]);
  const isWide = width > 0 && layout.width <= width * maxShrink;
  if (!hasLines) {
    return (
      <p>
        The basin file of this portal has no river with <code>line: true</code>, so there is nothing to draw.{' '}
        <a href="/documentation/recipes/your-own-basin">Your own basin</a> says what it can have.
      </p>
    );
  }
  return (
    <>
      <section ref={place} className={styles.screen} aria-label="The rivers in downstream order">
        {width > 0 &&
          (isWide ? <RiverDrawing layout={layout} on={on} /> : <RiverList rivers={tall} on={on} />)}
      </section>
      <div className={styles.paper}>
        <RiverDrawing layout={paper} on={on} />
      </div>
      <p className={`quiet ${styles.caption}`}>
        {widest && (
          <>
            Width follows flow: full width
            <span className="no-print"> ({isWide ? desktopWidest : phoneWidest} px)</span> is{' '}
            {formatDischarge(widest.value)} cfs, the largest daily flow of the 12 months before (
            {widest.loc_name}, {formatUsDate(widest.rdate)}); a thinner river is drawn 3 px wide.{' '}
          </>
        )}
        Cups: how full a reservoir is; triangle a year before, line the median. Dashed: no value, so nothing
        is drawn. <span className="no-print">Source: {sourceOfRiver(river)}.</span>
      </p>
      <RiverTable river={river} />
    </>
  );
}

const initial: TableState = { ...initialState(riverColumns), pageSize: 200 };

/** The lines above the rows of a file. */
export function riverComment(river: River): readonly string[] {
  return [
    `Rivers of ${formatUsDate(river.on)}`,
    `Source: ${sourceOfRiver(river)}`,
    ...riverRemarks,
    formatExportedAt(new Date()),
    `Address: ${location.origin}${location.pathname}?on=${river.on}`,
  ];
}

function RiverTable({ river }: { river: River }) {
  const [isOpen, setIsOpen] = useState(false);
  const [$table] = useState(() => atom<TableState>(initial));
  const rows = useMemo(() => toRiverRows(river), [river]);
  return (
    <div className="no-print">
      <Disclosure label="All values as a table" open={isOpen} onToggle={() => setIsOpen(!isOpen)}>
        {isOpen && (
          <TableView
            caption={`Rivers of ${formatUsDate(river.on)}`}
            columns={riverColumns}
            data={{ status: 'ready', rows }}
            $table={$table}
            noun={{ one: 'record', many: 'records' }}
            empty="There are no records on these rivers."
            csv={{ title: `Rivers ${river.on}`, comment: () => riverComment(river) }}
          />
        )}
      </Disclosure>
    </div>
  );
}
