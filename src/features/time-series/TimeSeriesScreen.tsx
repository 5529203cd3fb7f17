import { useStore } from '@nanostores/react';
import { SkeletonLines } from '#kits/ui/index.ts';
import { lazyPart } from '#kits/ui/lazy-part.tsx';
import { ToolLayout } from '#kits/ui/ToolLayout.tsx';
import { useScreen } from '#kits/ui/use-screen.ts';
import { useMediaQuery } from '#lib/media-query.ts';
import { $admitted, $session } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { showToast } from '#stores/toasts.ts';
import { FoldedForm, NarrowForm, WideForm } from './ChoosingForm.tsx';
import { Notices } from './Notices.tsx';
import { Result } from './Result.tsx';
import { createTimeSeries } from './screen.ts';

const MapPanel = lazyPart(
  () => import('./MapPanel.tsx').then((module) => module.MapPanel),
  <SkeletonLines count={3} label="Loading the map…" />,
);

/** Too narrow for the filters next to the map. */
const narrow = '(width < 768px)';

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
  const isNarrow = useMediaQuery(narrow);
  const submitted = useStore(screen.$submitted);
  return (
    <ToolLayout
      title={title}
      info={
        <p>
          After selecting your timeseries inputs, click the red 'Submit' button to load an interactive
          timeseries plot for comparison across different locations and parameters.
        </p>
      }
      notices={<Notices screen={screen} />}
      panelLabel="What to compare"
      panel={isNarrow ? <NarrowForm screen={screen} /> : <WideForm screen={screen} />}
      mapLabel="Map of locations"
      map={<MapPanel screen={screen} />}
      folding={{
        submitted,
        bar: (openForm) =>
          isNarrow ? <NarrowForm screen={screen} /> : <FoldedForm screen={screen} onOpen={openForm} />,
      }}
    >
      <Result screen={screen} />
    </ToolLayout>
  );
}
