import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { type MonthColumn, monthColumns } from '#domain/production-month/cells.ts';
import { formatMonthCsv } from '#domain/production-month/copy.ts';
import { SelectField } from '#kits/form/Field.tsx';
import { download } from '#kits/ui/download.ts';
import { Button, buttonClass, LoadErrors, SkeletonLines, toFileName } from '#kits/ui/index.ts';
import { useScreen } from '#kits/ui/use-screen.ts';
import { safeLocalStorage } from '#lib/storage.ts';
import { answerTypedText } from '#lib/typed-text.ts';
import type { SessionUser } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { $lookups } from '#stores/lookups.ts';
import { showToast } from '#stores/toasts.ts';
import { createUnsaved } from '../unsaved.ts';
import { useUnsavedGuard } from '../use-unsaved-guard.ts';
import { MonthActions } from './MonthActions.tsx';
import styles from './MonthEntry.module.css';
import { MonthGrid } from './MonthGrid.tsx';
import { MonthNotices } from './MonthNotices.tsx';
import { describePaste, formatMonth } from './month-labels.ts';
import { createMonthScreen, type MonthScreen } from './month-screen.ts';
import type { MonthState } from './month-state.ts';
import { PlaceBar } from './PlaceBar.tsx';
import { decodeText } from './read-text.ts';

/** The hours of a well for a month, entered like a page of the logbook. */
export function MonthEntry({ user }: { user: SessionUser }) {
  const screen = useScreen(() =>
    createMonthScreen({
      request,
      address: createAddress(),
      storage: safeLocalStorage,
      subject: user.sub,
      unsavedOf: ({ well, month }) =>
        createUnsaved({ subject: user.sub, model: 'production-month', id: `${well}:${month}` }),
      notify: showToast,
    }),
  );
  const state = useStore(screen.$state);
  const changed = useStore(screen.$changed);
  const { month } = useStore(screen.$place);
  useUnsavedGuard(changed.length > 0, `the entries of ${formatMonth(month)}`, screen.discard);
  useEffect(
    () =>
      answerTypedText(() => {
        if (screen.$changed.get().length === 0) return 'none';
        return screen.persist() ? 'stored' : 'unstored';
      }),
    [screen],
  );
  return (
    <div className={styles.entry}>
      <PlaceBar screen={screen} />
      {state.status === 'unchosen' && <p>Choose a well to enter its hours.</p>}
      {state.status === 'loading' && <SkeletonLines count={12} label="Loading the month" />}
      {state.status === 'failed' && (
        <LoadErrors
          errors={[{ what: 'The month', message: state.error.message, retry: () => void screen.load() }]}
        />
      )}
      {state.status === 'ready' && <ReadyMonth screen={screen} state={state} reader={user.sub} />}
    </div>
  );
}

type ReadyProps = { screen: MonthScreen; state: Extract<MonthState, { status: 'ready' }>; reader: string };

function ReadyMonth({ screen, state, reader }: ReadyProps) {
  const { month } = useStore(screen.$place);
  const { wells = [] } = useStore($lookups);
  const [column, setColumn] = useState<MonthColumn>('hours_pumped');
  const [message, setMessage] = useState('');
  const saveButton = useRef<HTMLButtonElement>(null);
  const well = wells.find(({ value }) => value === state.month.well)?.label ?? state.month.well;
  const title = `Hours pumped, ${well}, ${formatMonth(month)}`;

  async function readFile(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > 1_000_000) {
      setMessage('The file is larger than 1 MB. Choose a file with one month of one well.');
      return;
    }
    const text = decodeText(new Uint8Array(await file.arrayBuffer()));
    setMessage(describePaste(screen.importFile(text)));
  }

  return (
    <>
      <MonthNotices screen={screen} state={state} reader={reader} />
      <div className={styles.tools}>
        <p className={styles.hint}>
          Type, or paste from a spreadsheet. Enter goes down, Tab to the right, Esc takes a cell back, F2
          edits its text; Esc again goes to the buttons.
        </p>
        <label className={`${styles.file} ${buttonClass()}`}>
          Open CSV
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={({ target }) => {
              void readFile(target.files?.[0]);
              target.value = '';
            }}
          />
        </label>
        <Button
          onClick={() =>
            download(
              new Blob([formatMonthCsv(screen.$grid.get())], { type: 'text/csv;charset=utf-8' }),
              toFileName(title, new Date(), 'csv'),
            )
          }
        >
          Download CSV
        </Button>
        <div className={styles.narrow}>
          <SelectField
            label="Column"
            value={column}
            choices={monthColumns.map(({ name, label }) => ({ value: name, label }))}
            onChange={setColumn}
          />
        </div>
      </div>
      <MonthGrid
        screen={screen}
        state={state}
        narrowColumn={column}
        label={title}
        onMessage={setMessage}
        onLeave={() => saveButton.current?.focus()}
      />
      <MonthActions screen={screen} state={state} message={message} saveButton={saveButton} />
    </>
  );
}
