import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Grid, useScreen } from '#kits/ui/index.ts';
import { $session } from '#session/session.ts';
import { createScreen } from '#stores/create-screen.ts';
import type { ImportSectionProps } from '../../import-status/index.ts';
import { ImportPanel } from './ImportPanel.tsx';
import { createImportControls } from './import-controls.ts';
import { RunHistory } from './RunHistory.tsx';
import { createRunHistory } from './run-history.ts';
import { SchedulePanel } from './SchedulePanel.tsx';

function createImports(onEnd: () => void) {
  const history = createRunHistory();
  const controls = createImportControls({ onEnd });
  const { start } = createScreen({
    queries: [controls.schedule, controls.demonstration, history.runs],
    submitted: [history.detail, controls.current],
    onStart: () => [controls.poll()],
  });
  return { controls, history, start };
}

/** Starts and schedules imports, and shows what each of them changed. */
export function ImportsSection({ onStored, refreshes }: ImportSectionProps) {
  const { controls, history } = useScreen(() => createImports(onStored));
  const session = useStore($session);
  const reader = 'user' in session ? session.user.sub : undefined;
  useEffect(() => {
    if (refreshes === 0) return;
    void history.runs.retry();
    void controls.current.retry();
  }, [refreshes, history, controls]);
  return (
    <>
      <Grid gap={4} column="26rem">
        <ImportPanel controls={controls} reader={reader} />
        <SchedulePanel controls={controls} reader={reader} />
      </Grid>
      <h2>History</h2>
      <p className="muted text-sm">Choose a run to see what it changed in each series.</p>
      <RunHistory history={history} />
    </>
  );
}
