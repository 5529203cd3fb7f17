import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import type { ForecastGroup } from '#config/forecast.ts';
import type { OutlookOptions } from '#config/outlook.ts';
import { createCrosshair } from '#kits/chart/index.ts';
import { Notice, useScreen } from '#kits/ui/index.ts';
import { Tool } from '#kits/ui/Tool.tsx';
import { countOf } from '#lib/count-text.ts';
import { $admitted } from '#session/session.ts';
import { type Address, createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { SeriesField } from '../shared/ChoiceFields.tsx';
import { normalsNote } from '../shared/chart-data.ts';
import styles from './Forecast.module.css';
import { ForecastGraph } from './ForecastGraph.tsx';
import { ForecastMap } from './ForecastMap.tsx';
import { ForecastTabs } from './ForecastTabs.tsx';
import { SiteStrip } from './SiteStrip.tsx';
import { createForecast } from './screen.ts';

type ForecastProps = { title: string; groups: readonly ForecastGroup[]; zoom: number };
type ForecastScreenProps = ForecastProps & {
  /** With them the page has more parts than its charts. */
  outlook?: OutlookOptions | undefined;
};

/**
 * A page of charts by water years under their headings, and the outlook where the basin file has one. Requests nothing before
 * someone is signed in.
 */
export function ForecastScreen({ outlook, ...props }: ForecastScreenProps) {
  const admitted = useStore($admitted);
  const [address] = useState(createAddress);
  if (!admitted) return null;
  const indicators = (own: Address, tabs?: ReactNode) =>
    props.groups.length > 0 ? (
      <Forecast {...props} address={own} tabs={tabs} />
    ) : (
      <NoForecast title={props.title} tabs={tabs} />
    );
  return outlook ? (
    <ForecastTabs title={props.title} address={address} options={outlook} indicators={indicators} />
  ) : (
    indicators(address)
  );
}

function Forecast({
  title,
  groups,
  zoom,
  address,
  tabs,
}: ForecastProps & { address: Address; tabs: ReactNode }) {
  const screen = useScreen(() => createForecast({ request, address, now: () => new Date() }));
  const [crosshair] = useState(createCrosshair);
  const { series } = useStore(screen.$selection);
  return (
    <Tool
      title={title}
      tabs={tabs}
      faults={useStore(screen.$faults)}
      fields={(isCompact) => <SeriesField screen={screen} isCompact={isCompact} />}
      summary={`${series.length} series in ${countOf(groups.flatMap((group) => group.charts).length, 'graph')}`}
      submit={{
        reason: useStore(screen.$reason),
        isBrief: !useStore(screen.$ready),
        onSubmit: screen.submit,
        submitted: useStore(screen.$answer).data,
      }}
      headline={<SiteStrip screen={screen} groups={groups} />}
      map={{
        label: 'Map of locations',
        content: () => <ForecastMap screen={screen} groups={groups} zoom={zoom} />,
      }}
    >
      <p className="quiet">After selecting your series, click the red 'Submit' button to load all graphs.</p>
      {groups.map(({ heading, charts }) => (
        <section key={heading ?? 'all'} className={styles.group} aria-label={heading ?? 'Graphs'}>
          {heading !== undefined && <h2>{heading}</h2>}
          {charts.map((chart) => (
            <ForecastGraph key={chart.id} screen={screen} chart={chart} crosshair={crosshair} />
          ))}
        </section>
      ))}
      <p className="quiet">{normalsNote}. Each graph says which of these years its record has.</p>
    </Tool>
  );
}

/** The page of a portal whose basin file has no forecast charts. */
function NoForecast({ title, tabs }: { title: string; tabs: ReactNode }) {
  return (
    <Tool title={title} tabs={tabs}>
      <Notice severity="info">
        This portal has no forecast graphs yet. Its operator can list them in the basin file, as described in{' '}
        <a href="/documentation/recipes/your-own-basin">Your own basin</a>.
      </Notice>
    </Tool>
  );
}
