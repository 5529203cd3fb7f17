import { useEffect, useState } from 'react';
import { type BasinSketch, placeOnSketch } from '#config/basin/basin-sketch.ts';
import { withheldFinding } from '#domain/finding/finding.ts';
import { percentileBar, zoneOf } from '#domain/finding/percentile-bar.ts';
import { mapPathOfSite, pathOfSite } from '#domain/page-paths.ts';
import { VisuallyHidden } from '#kits/ui/index.ts';
import { Bar } from '#kits/ui/marks/Standing.tsx';
import type { SiteFacts, SiteNeighbor, SiteNeighbors } from '../contract.ts';
import styles from './SitePage.module.css';
import { type DescribedFinding, describeNeighbor, riverStops } from './site-facts.ts';

let sketchRequest: Promise<BasinSketch | null> | undefined;

/** A basin is drawn once for all sites; without it the box is empty. */
function loadSketch(): Promise<BasinSketch | null> {
  sketchRequest ??= fetch('/map/sketch.json', { signal: AbortSignal.timeout(20_000) }).then((response) => {
    if (!response.ok) throw new Error(`The sketch could not be loaded (${response.status}).`);
    return response.json();
  });
  return sketchRequest;
}

/** Where the site is in the basin: a picture that leads to the map. */
export function SiteLocator({ site }: { site: SiteFacts }) {
  const [sketch, setSketch] = useState<BasinSketch | null>();
  useEffect(() => {
    loadSketch().then(setSketch, () => {
      sketchRequest = undefined;
    });
  }, []);
  const place = sketch && placeOnSketch(site.longitude_dd, site.latitude_dd);
  return (
    <a className={`placeholder ${styles.locator}`} href={mapPathOfSite(site.loc_ndx)}>
      <VisuallyHidden>{site.loc_name} on the Map of Sites</VisuallyHidden>
      {sketch && place && (
        <svg
          className="full-width full-height"
          viewBox={`0 0 ${sketch.width} ${sketch.height}`}
          aria-hidden="true"
        >
          <path fill="var(--color-surface)" stroke="var(--color-line-strong)" d={sketch.areas} />
          <path fill="none" stroke="var(--water)" strokeWidth="3" d={sketch.rivers} />
          <path fill="var(--water)" d={sketch.waterbodies} />
          {sketch.towns
            .filter(({ x, y }) => Math.hypot(x - place.x, y - place.y) > labelDistance)
            .map(({ name, x, y }) => (
              <text
                key={name}
                x={x}
                y={y}
                textAnchor="middle"
                fontSize="48"
                fill="var(--color-ink)"
                stroke="var(--color-surface)"
                strokeWidth="8"
                paintOrder="stroke"
              >
                {name}
              </text>
            ))}
          <circle
            cx={place.x}
            cy={place.y}
            r="15"
            fill="var(--color-accent)"
            stroke="var(--color-surface)"
            strokeWidth="5"
          />
        </svg>
      )}
    </a>
  );
}

/** Closer to the site, the name of a town would lie on its dot; in units of the sketch. */
const labelDistance = 60;

type LineProps = {
  site: SiteFacts;
  described: DescribedFinding | undefined;
  neighbors: SiteNeighbors;
  today: string;
};

/** The sites around this one in downstream order, with what is said of each. */
export function RiverLine({ site, described, neighbors, today }: LineProps) {
  const stops = riverStops(neighbors);
  if (neighbors.river === null || stops.length < 2) return null;
  return (
    <section aria-labelledby="site-river">
      <h2 id="site-river" className="text-sm">
        Along the {neighbors.river}
      </h2>
      <ol className={styles.line}>
        {stops.map((stop) =>
          stop.kind === 'self' ? (
            <li key="self" aria-current="page">
              <Stop described={described} note={here}>
                <strong>
                  <ShortName name={site.loc_name} river={neighbors.river} />
                </strong>
              </Stop>
            </li>
          ) : (
            <li key={stop.site.loc_ndx}>
              <Stop
                described={stop.site.is_withheld ? withheldFinding : describeNeighbor(stop.site, today)}
                note={tributaryOf(stop.site, neighbors.river)}
              >
                <a href={pathOfSite(stop.site.loc_ndx)}>
                  <ShortName name={stop.site.loc_name} river={neighbors.river} />
                </a>
              </Stop>
            </li>
          ),
        )}
      </ol>
    </section>
  );
}

/** The river of a site on another one, unless its name has it. */
function tributaryOf({ river, loc_name }: SiteNeighbor, own: string | null): string | undefined {
  return river === own || loc_name.startsWith(river) ? undefined : river;
}

/** `near Irwin` of `Snake River near Irwin`, whose river the heading has. */
function ShortName({ name, river }: { name: string; river: string | null }) {
  if (river === null || !name.startsWith(`${river} `)) return <>{name}</>;
  return (
    <>
      <VisuallyHidden>{river} </VisuallyHidden>
      {name.slice(river.length + 1)}
    </>
  );
}

const here = 'this page';

type StopProps = {
  described: DescribedFinding | undefined;
  note: string | undefined;
  children: React.ReactNode;
};

function Stop({ described, note, children }: StopProps) {
  const text = described?.class?.text ?? described?.standing;
  const percentile = described?.bar?.percentile;
  const isHere = note === here;
  const color = isHere
    ? 'var(--color-accent)'
    : percentile === undefined
      ? undefined
      : `var(--pct-${zoneOf(percentile) + 1})`;
  return (
    <>
      <span className={`${styles.dot} relative round surface`} style={{ background: color }} />
      <span>{children}</span>
      <span className="strong text-end">
        {described && !['none', 'ended'].includes(described.state) ? described.value : ''}
      </span>
      <span className="quiet">
        {[note, isHere ? undefined : text, described?.age].filter(Boolean).join(', ')}
      </span>
      <span>
        {described?.bar && described.state !== 'ended' && (
          <Bar markup={percentileBar(described.bar, 'tight')} />
        )}
      </span>
    </>
  );
}
