import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { OutlookOptions } from '#config/outlook.ts';
import { lazyPart, SkeletonLines } from '#kits/ui/index.ts';
import type { Address } from '#stores/address.ts';
import styles from './Forecast.module.css';
import { addressOfView, type ForecastView, queryOfView, readView } from './view-address.ts';

const fallback = <SkeletonLines count={6} label="Loading…" />;
const OutlookPart = lazyPart(
  () => import('../outlook/OutlookPart.tsx').then((module) => module.OutlookPart),
  fallback,
);
const FillPart = lazyPart(() => import('../fill/FillPart.tsx').then((module) => module.FillPart), fallback);

const labels: Readonly<Record<ForecastView, string>> = {
  indicators: 'Supply indicators',
  outlook: 'Outlook',
  fill: 'What it takes to fill',
};

type ForecastTabsProps = {
  title: string;
  address: Address;
  options: OutlookOptions;
  /** The first part, which is there without an outlook, too. */
  indicators: (address: Address, tabs: ReactNode) => ReactNode;
};

/** The parts of Forecast Supply. Only the one that is shown is loaded, and the address is its own. */
export function ForecastTabs({ title, address, options, indicators }: ForecastTabsProps) {
  const [view, setView] = useState(() => readView(address.read()));
  const queries = useRef(new Map<ForecastView, string>());
  const own = useMemo(() => addressOfView(address, view), [address, view]);
  useEffect(() => address.listen((query) => setView(readView(query))), [address]);
  const views: readonly ForecastView[] = [
    'indicators',
    'outlook',
    ...(options.fill.length > 0 ? (['fill'] as const) : []),
  ];
  const shown = views.includes(view) ? view : 'indicators';

  function show(next: ForecastView): void {
    if (next === shown) return;
    address.flush();
    const present = address.read();
    queries.current.set(shown, present);
    address.push(queryOfView(next, queries.current.get(next), present));
    setView(next);
  }

  const follow = (event: MouseEvent, next: ForecastView) => {
    // A new tab or window is the browser's.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(next);
  };

  const tabs = (
    <nav className={`no-print ${styles.tabs}`} aria-label={`Parts of ${title}`}>
      {views.map((each) => (
        <a
          key={each}
          href={each === 'indicators' ? '?' : `?view=${each}`}
          aria-current={each === shown ? 'page' : undefined}
          onClick={(event) => follow(event, each)}
        >
          {labels[each]}
        </a>
      ))}
    </nav>
  );
  const part = { title, address: own, tabs };
  if (shown === 'outlook') return <OutlookPart {...part} points={options.points} />;
  if (shown === 'fill') return <FillPart {...part} options={options} />;
  return indicators(own, tabs);
}
