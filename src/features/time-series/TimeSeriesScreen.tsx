import { useStore } from '@nanostores/react';
import { useScreen } from '#kits/ui/use-screen.ts';
import { $admitted, $session } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { showToast } from '#stores/toasts.ts';
import { FiltersAndMap } from './FiltersAndMap.tsx';
import { Notices } from './Notices.tsx';
import { Result } from './Result.tsx';
import { createTimeSeries } from './screen.ts';
import styles from './TimeSeriesScreen.module.css';

/** Time Series Comparisons. Requests nothing before someone is signed in. */
export function TimeSeriesScreen({ title }: { title: string }) {
  const admitted = useStore($admitted);
  const session = useStore($session);
  if (!admitted || !('user' in session)) return null;
  return <TimeSeries key={session.user.sub} title={title} sub={session.user.sub} />;
}

function TimeSeries({ title, sub }: { title: string; sub: string }) {
  const screen = useScreen(() =>
    createTimeSeries({ request, sub, address: createAddress(), notify: showToast, now: () => new Date() }),
  );
  return (
    <div className={styles.screen}>
      <h1>{title}</h1>
      <p className={styles.info}>
        After selecting your timeseries inputs, click the red 'Submit' button to load an interactive
        timeseries plot for comparison across different locations and parameters.
      </p>
      <Notices screen={screen} />
      <FiltersAndMap screen={screen} />
      <Result screen={screen} />
    </div>
  );
}
