import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { ImportProgress } from '#contract/imports.ts';
import { DateField, SelectField, SubmitButton, TextField } from '#kits/form/Field.tsx';
import { Button, Card, Grid, LoadState, Notice, Row } from '#kits/ui/index.ts';
import { useQuestion } from '#kits/ui/overlay/use-question.tsx';
import { dataOf } from '#stores/queries.ts';
import styles from './ImportPanel.module.css';
import type { ImportControls } from './import-controls.ts';
import { describeCount, describeEnd, describeStart, sourceChoices } from './labels.ts';
import { useFirstImport } from './use-first-import.ts';

/** Starts an import, or shows the one that is running. */
export function ImportPanel({ controls, reader }: { controls: ImportControls; reader: string | undefined }) {
  const state = useStore(controls.current.$state);
  const command = useStore(controls.$command);
  const data = dataOf(state);
  const shown = data?.import;
  return (
    <Card as="section" data-roomy gap={3} className="stack anywhere" aria-labelledby="import-title">
      <h2 id="import-title">Import</h2>
      <LoadState state={state} noun="the running import" lines={4} retry={controls.current.retry} />
      {command.error !== undefined && <Notice severity="error">{command.error}</Notice>}
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
    </Card>
  );
}

function ImportForm({ controls }: { controls: ImportControls }) {
  const draft = useStore(controls.$draft);
  const { pending } = useStore(controls.$command);
  const set = (change: Partial<typeof draft>) => controls.$draft.set({ ...draft, ...change });
  const fault = controls.faultOf(draft);
  const demonstration = dataOf(useStore(controls.demonstration.$state));
  const [askFirst, dialog] = useFirstImport(controls);
  const start = () => void controls.start();
  return (
    <>
      {demonstration && demonstration.series > 0 && (
        <Notice severity="info">
          The portal is a demonstration: its {demonstration.series} series are synthetic. The first import
          removes them.
        </Notice>
      )}
      <p className="muted text-sm">
        Fetches from the agencies&rsquo; services. Saved files are imported from the command line:{' '}
        <a href="/documentation/recipes/add-an-agency">how to import a file</a>.
      </p>
      <Grid gap="3 4" column="14rem" data-align="start">
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
        <div className="whole-row">
          <TextField
            label="Sites (optional)"
            value={draft.sites}
            onChange={(sites) => set({ sites })}
            maxLength={4000}
            hint="The agency’s names, separated by commas, such as 13037500 or heii. Empty: all sites."
          />
          <label>
            <input
              type="checkbox"
              checked={draft.acceptsMagnitude}
              onChange={(event) => set({ acceptsMagnitude: event.target.checked })}
            />{' '}
            Take values that seem to be in another unit than the record
          </label>
        </div>
      </Grid>
      <Row gap="2 3">
        <SubmitButton
          pending={pending === 'start'}
          reason={fault === undefined ? undefined : 'Correct the day first.'}
          onClick={() => askFirst(draft.source, 'Start import', start)}
        >
          Start import
        </SubmitButton>
      </Row>
      {dialog}
    </>
  );
}

type ImportProgressViewProps = {
  progress: ImportProgress;
  reader: string | undefined;
  isCancelling: boolean;
  onCancel: () => void;
};

/** The import that is running: how far it is, its last messages, and how to end it. */
function ImportProgressView({ progress, reader, isCancelling, onCancel }: ImportProgressViewProps) {
  const [ask, dialog] = useQuestion();
  const { series_done, series_total, is_stopping, is_elsewhere, messages } = progress;
  const askToCancel = () =>
    ask({
      title: 'Cancel the import?',
      text: 'The series that it has written stay, and are complete. The others keep the values they had.',
      cancel: 'Let it run',
      action: 'Cancel import',
      onConfirm: onCancel,
    });
  return (
    <>
      <p role="status">Running: {describeStart(progress, reader)}.</p>
      {is_elsewhere ? (
        <p className="muted text-sm">
          Another process runs it, such as the command line or another portal on this database. Its messages
          are shown there, and it can be ended there.
        </p>
      ) : (
        <>
          <progress
            className={`full-width ${styles.progress} rounded sunken`}
            aria-label="Progress of the import"
            {...(series_total !== null && { value: series_done, max: Math.max(1, series_total) })}
          />
          <p>{describeCount(progress)}</p>
          <MessageLog messages={messages} label="Messages of the import" />
          <Row gap="2 3">
            <Button aria-disabled={is_stopping || isCancelling} onClick={() => !is_stopping && askToCancel()}>
              {is_stopping || isCancelling ? 'Canceling…' : 'Cancel import'}
            </Button>
          </Row>
        </>
      )}
      {dialog}
    </>
  );
}

/** The last messages of an import; it follows the newest line unless someone has scrolled up. */
function MessageLog({ messages, label }: { messages: readonly string[]; label: string }) {
  const log = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  const text = messages.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when lines are added
  useEffect(() => {
    if (isAtEnd.current) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [text]);
  if (messages.length === 0) return null;
  return (
    <pre
      ref={log}
      className={`outlined anywhere ${styles.log} text-xs scrolls sunken pad-2-3`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={label}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 8;
      }}
    >
      {text}
    </pre>
  );
}
