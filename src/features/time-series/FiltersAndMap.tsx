import { useStore } from '@nanostores/react';
import { SlidersHorizontal } from 'lucide-react';
import { Suspense, useState } from 'react';
import { SubmitButton } from '#kits/form/SubmitButton.tsx';
import { Drawer } from '#kits/ui/Drawer.tsx';
import { Button, SkeletonLines } from '#kits/ui/index.ts';
import { lazyPart } from '#kits/ui/lazy-part.tsx';
import { useMediaQuery } from '#lib/media-query.ts';
import { FilterPanel } from './FilterPanel.tsx';
import { resultId } from './Result.tsx';
import type { TimeSeriesScreen } from './screen.ts';
import styles from './TimeSeriesScreen.module.css';

const MapPanel = lazyPart(() => import('./MapPanel.tsx').then((module) => module.MapPanel));

/** Too narrow for the filters next to the map. */
const narrow = '(width < 768px)';

/** Filters and map side by side. On a phone, the filters open in a drawer. */
export function FiltersAndMap({ screen }: { screen: TimeSeriesScreen }) {
  const isNarrow = useMediaQuery(narrow);
  const [open, setOpen] = useState(false);
  const map = (
    <section className={styles.map} aria-label="Map of locations">
      <Suspense fallback={<SkeletonLines count={3} label="Loading the map…" />}>
        <MapPanel screen={screen} />
      </Suspense>
    </section>
  );
  if (!isNarrow) {
    return (
      <div className={styles.choosing}>
        <section className={styles.panel} aria-label="What to compare">
          <FilterPanel screen={screen} />
          <Submit screen={screen} />
        </section>
        {map}
      </div>
    );
  }
  return (
    <div className={styles.choosing}>
      <div className={styles.narrowActions}>
        <Button onClick={() => setOpen(true)}>
          <SlidersHorizontal size={16} aria-hidden="true" /> Choose what to compare
        </Button>
        <Submit screen={screen} />
      </div>
      {map}
      <Drawer
        open={open}
        title="What to compare"
        onClose={() => setOpen(false)}
        footer={<Submit screen={screen} onSubmit={() => setOpen(false)} />}
      >
        <FilterPanel screen={screen} />
      </Drawer>
    </div>
  );
}

function Submit({ screen, onSubmit }: { screen: TimeSeriesScreen; onSubmit?: () => void }) {
  const saving = useStore(screen.$saving);
  const stage = useStore(screen.$stage);
  const missing = useStore(screen.$whyNotReady);
  return (
    <SubmitButton
      reason={stage === 'ready' ? missing : 'The lists are still loading.'}
      pending={saving}
      onClick={() => {
        screen.submit();
        document.getElementById(resultId)?.scrollIntoView({ block: 'nearest' });
        onSubmit?.();
      }}
    >
      Submit
    </SubmitButton>
  );
}
