import { useStore } from '@nanostores/react';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { SubmitButton } from '#kits/form/SubmitButton.tsx';
import { Drawer } from '#kits/ui/Drawer.tsx';
import { Button } from '#kits/ui/index.ts';
import { FilterPanel } from './FilterPanel.tsx';
import { resultId } from './Result.tsx';
import type { TimeSeriesScreen } from './screen.ts';
import { describeSelection } from './summary.ts';
import styles from './TimeSeriesScreen.module.css';
import { ViewsMenu } from './ViewsMenu.tsx';

type ScreenProps = { screen: TimeSeriesScreen };

/** The filters of a wide window. */
export function WideForm({ screen }: ScreenProps) {
  return (
    <FilterPanel
      screen={screen}
      submit={
        <>
          <Submit screen={screen} />
          <ViewsMenu screen={screen} />
        </>
      }
    />
  );
}

/** What is chosen, in place of the filters. */
export function FoldedForm({ screen, onOpen }: ScreenProps & { onOpen: () => void }) {
  const selection = useStore(screen.$selection);
  const lists = useStore(screen.lists.$lists);
  return (
    <>
      <p className={styles.summary}>{describeSelection(selection, lists)}</p>
      <Button onClick={onOpen}>
        <SlidersHorizontal size={16} aria-hidden="true" /> Change
      </Button>
      <ViewsMenu screen={screen} />
      <Submit screen={screen} />
    </>
  );
}

/** On a phone, the filters open in a drawer. */
export function NarrowForm({ screen }: ScreenProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.narrowActions}>
      <Button onClick={() => setOpen(true)}>
        <SlidersHorizontal size={16} aria-hidden="true" /> Choose what to compare
      </Button>
      <Submit screen={screen} />
      <ViewsMenu screen={screen} />
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

function Submit({ screen, onSubmit }: ScreenProps & { onSubmit?: () => void }) {
  const saving = useStore(screen.$saving);
  const stage = useStore(screen.$stage);
  const missing = useStore(screen.$whyNotReady);
  return (
    <SubmitButton
      reason={stage === 'ready' ? missing : 'The lists are still loading.'}
      isBrief={stage !== 'ready'}
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
