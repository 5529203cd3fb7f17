import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import type { ForecastGroup } from '#config/forecast.ts';
import { glossaryLink } from '#config/glossary.ts';
import type { OutlookOptions } from '#config/outlook.ts';
import { maxSeries } from '#domain/season-selection.ts';
import { createCrosshair } from '#kits/chart/index.ts';
import { MultiSelect } from '#kits/form/MultiSelect.tsx';
import { SubmitButton } from '#kits/form/SubmitButton.tsx';
import { LoadErrors } from '#kits/ui/index.ts';
import { ToolLayout } from '#kits/ui/ToolLayout.tsx';
import { useScreen } from '#kits/ui/use-screen.ts';
import { $admitted } from '#session/session.ts';
import { type Address, createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { normalsNote } from '../shared/labels.ts';
import styles from './Forecast.module.css';
import { ForecastGraph } from './ForecastGraph.tsx';
import { ForecastMap } from './ForecastMap.tsx';
import { ForecastTabs } from './ForecastTabs.tsx';
import { NoForecast } from './NoForecast.tsx';
import { SiteStrip } from './SiteStrip.tsx';
import { createForecast, type ForecastScreen as Store } from './screen.ts';

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
  const indicators = (own: Address) =>
    props.groups.length > 0 ? <Forecast {...props} address={own} /> : <NoForecast title={props.title} />;
  return outlook ? (
    <ForecastTabs title={props.title} address={address} options={outlook} indicators={indicators} />
  ) : (
    indicators(address)
  );
}

function Forecast({ title, groups, zoom, address }: ForecastProps & { address: Address }) {
  const screen = useScreen(() => createForecast({ request, address, now: () => new Date() }));
  const faults = useStore(screen.$faults);
  const [crosshair] = useState(createCrosshair);
  return (
    <ToolLayout
      title={title}
      info={
        <>
          <p>After selecting your series, click the red 'Submit' button to load all graphs.</p>
          <p>{normalsNote}. Each graph says which of these years its record has.</p>
        </>
      }
      notices={<LoadErrors errors={faults} />}
      panelLabel="What to compare"
      panel={<SeriesPanel screen={screen} />}
      mapLabel="Map of locations"
      map={<ForecastMap screen={screen} groups={groups} zoom={zoom} />}
    >
      <div className={styles.page}>
        <SiteStrip screen={screen} groups={groups} />
        <div className={styles.groups}>
          {groups.map(({ heading, charts }) => (
            <section key={heading ?? 'all'} className={styles.group} aria-label={heading ?? 'Graphs'}>
              {heading !== undefined && <h2>{heading}</h2>}
              {charts.map((chart) => (
                <ForecastGraph key={chart.id} screen={screen} chart={chart} crosshair={crosshair} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </ToolLayout>
  );
}

function SeriesPanel({ screen }: { screen: Store }) {
  const series = useStore(screen.$series);
  const offered = useStore(screen.$offered);
  const ready = useStore(screen.$ready);
  const reason = useStore(screen.$reason);
  const options = useMemo(() => offered.map((each) => ({ value: each, label: each })), [offered]);
  return (
    <>
      <MultiSelect
        label="Series"
        help={glossaryLink('series')}
        noun="series"
        options={options}
        value={series}
        onChange={screen.setSeries}
        maxSelected={maxSeries}
        placeholder={ready ? 'Choose series' : 'Loading…'}
        disabled={!ready}
      />
      <SubmitButton reason={reason} onClick={screen.submit}>
        Submit
      </SubmitButton>
    </>
  );
}
