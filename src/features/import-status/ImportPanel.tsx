import { useStore } from '@nanostores/react';
import { DateField } from '#kits/form/DateField.tsx';
import { SelectField, TextField } from '#kits/form/Field.tsx';
import { SubmitButton } from '#kits/form/SubmitButton.tsx';
import { Button, Notice, SkeletonLines } from '#kits/ui/index.ts';
import { dataOf } from '#stores/queries.ts';
import { ImportProgressView } from './ImportProgressView.tsx';
import styles from './ImportStatus.module.css';
import type { ImportControls } from './import-controls.ts';
import { describeEnd, sourceChoices } from './labels.ts';
import { MessageLog } from './MessageLog.tsx';

/** Starts an import, or shows the one that is running. */
export function ImportPanel({ controls, reader }: { controls: ImportControls; reader: string | undefined }) {
  const state = useStore(controls.current.$state);
  const command = useStore(controls.$command);
  const data = dataOf(state);
  const shown = data?.import;
  return (
    <section className={styles.panel} aria-labelledby="import-title">
      <h2 id="import-title">Import</h2>
      {'error' in state && (
        <Notice
          severity={data ? 'warning' : 'error'}
          action={<Button onClick={() => void controls.current.retry()}>Try again</Button>}
        >
          The running import could not be loaded. {state.error.message}
        </Notice>
      )}
      {command.error !== undefined && <Notice severity="error">{command.error}</Notice>}
      {!data && !('error' in state) && <SkeletonLines count={4} label="Loading the running import…" />}
      {shown?.status === 'running' ? (
        <ImportProgressView
          progress={shown}
          reader={reader}
          isCancelling={command.pending === 'cancel'}
          onCancel={() => void controls.cancel()}
        />
      ) : (
        data && <ImportForm controls={controls} />
      )}
      {shown && shown.status !== 'running' && (
        <>
          <p role="status">{describeEnd(shown, reader)}</p>
          <MessageLog messages={shown.messages} label="Messages of the last import" />
        </>
      )}
    </section>
  );
}

function ImportForm({ controls }: { controls: ImportControls }) {
  const draft = useStore(controls.$draft);
  const { pending } = useStore(controls.$command);
  const set = (change: Partial<typeof draft>) => controls.$draft.set({ ...draft, ...change });
  const fault = controls.faultOf(draft);
  return (
    <>
      <p className={styles.muted}>
        Fetches from the agencies&rsquo; services. Saved files are imported from the command line:{' '}
        <a href="/documentation/recipes/add-an-agency">how to import a file</a>.
      </p>
      <div className={styles.fields}>
        <SelectField
          label="Source"
          value={draft.source}
          choices={sourceChoices}
          onChange={(source) => set({ source })}
        />
        <DateField
          label="Since (optional)"
          value={draft.since}
          onChange={(since) => set({ since })}
          error={fault}
          hint="Empty: whole records."
        />
        <div className={styles.wide}>
          <TextField
            label="Sites (optional)"
            value={draft.sites}
            onChange={(sites) => set({ sites })}
            maxLength={4000}
            hint="The agency’s names, separated by commas, such as 13037500 or heii. Empty: all sites."
          />
        </div>
      </div>
      <div className={styles.actions}>
        <SubmitButton
          pending={pending === 'start'}
          reason={fault === undefined ? undefined : 'Correct the day first.'}
          onClick={() => void controls.start()}
        >
          Start import
        </SubmitButton>
      </div>
    </>
  );
}
