import { useStore } from '@nanostores/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { findModel } from '#config/models/index.ts';
import type { Model } from '#contract/records/model.ts';
import { pumpingMethods } from '#domain/pumping.ts';
import { SelectField } from '#kits/form/Field.tsx';
import { Button, buttonClass, LoadErrors, LoadState, Notice, Row, Stack, useScreen } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import { todayInBasin } from '#lib/basin-clock.ts';
import { safeLocalStorage } from '#lib/page/storage.ts';
import { answerTypedText } from '#lib/page/typed-text.ts';
import { $admitted, $session, type SessionUser } from '#session/session.ts';
import { request } from '#stores/api.ts';
import { $lookupFaults, $lookups, loadLookups } from '#stores/lookups.ts';
import {
  askToDelete,
  askToLeave,
  ConfirmDialog,
  createUnsaved,
  RecordList,
  stickyActions,
  useListScreen,
  useUnsavedGuard,
} from '../../records/index.ts';
import { type MonthColumn, monthColumns } from '../rules/cells.ts';
import { shiftMonth } from '../rules/grid.ts';
import styles from './MonthEntry.module.css';
import { MonthGrid } from './MonthGrid.tsx';
import { MonthNotices } from './MonthNotices.tsx';
import { formatCount, formatMonth, type MonthPlace, type MonthState, toDayChanges } from './month-rows.ts';
import { createMonthScreen, type MonthScreen } from './month-screen.ts';

/** The days of a well's month for administrators; the published entries for others. Loads nothing before sign-in. */
export function EntryScreen({ model: name, title }: { model: string; title: string }) {
  const admitted = useStore($admitted);
  const session = useStore($session);
  const model = findModel(name);
  if (!model || !admitted || !('user' in session)) return null;
  return <Entries model={model} title={title} user={session.user} />;
}

function Entries({ model, title, user }: { model: Model; title: string; user: SessionUser }) {
  useEffect(() => void loadLookups({ request, subject: user.sub }), [user.sub]);
  return (
    <Page
      title={title}
      actions={
        user.isAdmin && (
          <a className={buttonClass()} href={`/models/${model.name}`}>
            Manage entries
          </a>
        )
      }
      info={model.description}
    >
      {user.isAdmin ? <MonthEntry user={user} /> : <PublishedEntries model={model} user={user} />}
      <ConfirmDialog />
    </Page>
  );
}

function PublishedEntries({ model, user }: { model: Model; user: SessionUser }) {
  const list = useListScreen({ model, subject: user.sub, isEditor: false });
  return (
    <>
      <Notice severity="info">
        Only administrators can enter hours. The list shows the published entries.
      </Notice>
      <h2>Entries</h2>
      <RecordList screen={list} title="Entries" empty="There are no entries yet." />
    </>
  );
}

/** The hours of a well for a month, entered like a page of the logbook. */
function MonthEntry({ user }: { user: SessionUser }) {
  const screen = useScreen(() =>
    createMonthScreen({
      storage: safeLocalStorage,
      subject: user.sub,
      unsavedOf: ({ well, month }) =>
        createUnsaved({ subject: user.sub, model: 'production-month', id: `${well}:${month}` }),
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
    <Stack className={styles.entry}>
      <PlaceBar screen={screen} />
      {state.status === 'unchosen' && <p>Choose a well to enter its hours.</p>}
      {(state.status === 'loading' || state.status === 'failed') && (
        <LoadState state={state} noun="the month" lines={12} retry={screen.load} />
      )}
      {state.status === 'ready' && <ReadyMonth screen={screen} state={state} reader={user.sub} />}
    </Stack>
  );
}

type ReadyProps = { screen: MonthScreen; state: Extract<MonthState, { status: 'ready' }>; reader: string };

function ReadyMonth({ screen, state, reader }: ReadyProps) {
  const { month } = useStore(screen.$place);
  const { wells = [] } = useStore($lookups);
  const [column, setColumn] = useState<MonthColumn>('hours_pumped');
  const well = wells.find(({ value }) => value === state.month.well)?.label ?? state.month.well;
  const title = `Hours pumped, ${well}, ${formatMonth(month)}`;

  return (
    <>
      <LoadErrors errors={useStore($lookupFaults)} />
      <MonthNotices screen={screen} state={state} reader={reader} />
      <Row gap={2}>
        <p className={`quiet ${styles.hint}`}>Enter goes to the next day, Tab to the next field.</p>
        <div className={styles.narrow}>
          <SelectField
            label="Column"
            value={column}
            choices={monthColumns.map(({ name, label }) => ({ value: name, label }))}
            onChange={setColumn}
          />
        </div>
      </Row>
      <MonthGrid screen={screen} state={state} narrowColumn={column} label={title} />
      <MonthActions screen={screen} state={state} />
    </>
  );
}

type MonthActionsProps = Omit<ReadyProps, 'reader'>;

/** One save for all days with changes, in reach below the grid. */
function MonthActions({ screen, state }: MonthActionsProps) {
  const grid = useStore(screen.$grid);
  const changed = useStore(screen.$changed);
  const faults = useStore(screen.$faults);
  const conflicts = useStore(screen.$conflicts);
  const busy = useStore(screen.$busy);
  const publishCount = toDayChanges(state.month, grid, changed, true).length;

  function begin(publish: boolean): void {
    const [fault] = faults;
    if (fault) {
      document.querySelector<HTMLElement>(`[data-cell="${fault.row}:${fault.column}"]`)?.focus();
      return;
    }
    const deletions = screen.countDeletions();
    if (deletions === 0 || conflicts.length > 0) void screen.save(publish);
    else askToDelete(formatCount(deletions, 'entry', 'entries'), () => void screen.save(publish));
  }

  return (
    <Row gap={2} className={`ruled-above ${stickyActions} ground`}>
      <p className={`quiet ${styles.status}`} role="status">
        {[
          changed.length > 0 ? `${formatCount(changed.length, 'day is', 'days are')} not saved.` : '',
          faults.length > 0 ? `${formatCount(faults.length, 'cell needs', 'cells need')} a correction.` : '',
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {changed.length > 0 && <Button onClick={screen.discard}>Discard changes</Button>}
      <Button aria-disabled={changed.length === 0 || busy !== undefined} onClick={() => begin(false)}>
        {busy === 'SAVE' ? 'Saving…' : 'Save'}
      </Button>
      <Button
        variant="primary"
        aria-disabled={publishCount === 0 || busy !== undefined}
        onClick={() => begin(true)}
      >
        {busy === 'PUBLISH'
          ? 'Publishing…'
          : publishCount === 0
            ? 'Publish'
            : `Publish ${formatCount(publishCount, 'day', 'days')}`}
      </Button>
    </Row>
  );
}

/** Well, month and method. A change asks before it leaves unsaved cells. */
function PlaceBar({ screen }: { screen: MonthScreen }) {
  const { well, month } = useStore(screen.$place);
  const method = useStore(screen.$method);
  const { wells = [] } = useStore($lookups);
  const thisMonth = todayInBasin(new Date()).slice(0, 7);
  const months = useMemo(() => {
    const recent = Array.from({ length: 36 }, (_, index) => shiftMonth(thisMonth, -index));
    return [...new Set([...recent, month])].toSorted().reverse();
  }, [thisMonth, month]);
  const isListed = wells.some(({ value }) => value === well);

  function choose(place: Partial<MonthPlace>): void {
    if (screen.$changed.get().length === 0) {
      screen.choose(place);
      return;
    }
    askToLeave(`the entries of ${formatMonth(month)}`, () => {
      screen.discard();
      screen.choose(place);
    });
  }

  return (
    <Row gap={3} data-align="end">
      <div className="broad">
        <SelectField
          label="Well"
          value={well}
          choices={[
            ...(well === '' ? [{ value: '', label: 'Choose a well' }] : []),
            ...(well !== '' && !isListed ? [{ value: well, label: well }] : []),
            ...wells,
          ]}
          onChange={(next) => choose({ well: next })}
        />
      </div>
      <Row gap={1} data-nowrap data-align="end">
        <Button icon aria-label="Earlier month" onClick={() => choose({ month: shiftMonth(month, -1) })}>
          <ChevronLeft size={18} aria-hidden="true" />
        </Button>
        <SelectField
          label="Month"
          value={month}
          choices={months.map((value) => ({ value, label: formatMonth(value) }))}
          onChange={(next) => choose({ month: next })}
        />
        <Button
          icon
          aria-label="Later month"
          disabled={month >= thisMonth}
          onClick={() => choose({ month: shiftMonth(month, 1) })}
        >
          <ChevronRight size={18} aria-hidden="true" />
        </Button>
      </Row>
      <div className={styles.method}>
        <SelectField
          label="Method of new days"
          value={method}
          choices={pumpingMethods.map((value) => ({ value, label: value }))}
          onChange={(next) => screen.$method.set(next)}
        />
      </div>
    </Row>
  );
}
