import { useStore } from '@nanostores/react';
import { lazyPart, SkeletonLines, useScreen } from '#kits/ui/index.ts';
import { Tool } from '#kits/ui/Tool.tsx';
import { $admitted, $session } from '#session/session.ts';
import { FilterPanel } from './FilterPanel.tsx';
import { menus, more } from './fills.ts';
import { describeSelection, droppedNote } from './notes.ts';
import { Result } from './Result.tsx';
import { createTimeSeries } from './screen.ts';

const MapPanel = lazyPart(
  () => import('./MapPanel.tsx').then((module) => module.MapPanel),
  <SkeletonLines count={3} label="Loading the map…" />,
);

/** Time Series Comparisons. Requests nothing before someone is signed in. */
export function TimeSeriesScreen({ title }: { title: string }) {
  const admitted = useStore($admitted);
  const session = useStore($session);
  if (!admitted || !('user' in session)) return null;
  return <TimeSeries key={session.user.sub} title={title} sub={session.user.sub} />;
}

function TimeSeries({ title, sub }: { title: string; sub: string }) {
  const screen = useScreen(() =>
    createTimeSeries({
      sub,
      more,
    }),
  );
  const unreadable = useStore(screen.$unreadable);
  const dropped = useStore(screen.$dropped);
  const linkFaults = useStore(screen.$linkFaults);
  return (
    <Tool
      title={title}
      isLong
      faults={useStore(screen.$faults)}
      refused={[
        ...(unreadable ? [unreadableNote] : []),
        ...(linkFaults.length > 0 ? [linkFaults.join(' ')] : []),
        ...(dropped ? [droppedNote(dropped)] : []),
      ]}
      fields={() => <FilterPanel screen={screen} />}
      summary={describeSelection(useStore(screen.$selection), useStore(screen.lists.$lists), more?.noun)}
      more={menus.map(([file, Menu]) => <Menu key={file} screen={screen} />)}
      submit={{
        reason: useStore(screen.$reason),
        isBrief: useStore(screen.$isBrief),
        pending: useStore(screen.$saving),
        onSubmit: screen.submit,
        submitted: useStore(screen.$submitted),
      }}
      map={{ label: 'Map of locations', content: () => <MapPanel screen={screen} /> }}
    >
      <Result screen={screen} />
    </Tool>
  );
}

const unreadableNote =
  'The filters you saved could not be read, so the default filters are used. Your next Submit replaces them.';
