import { useStore } from '@nanostores/react';
import { Bookmark, Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { TextField } from '#kits/form/Field.tsx';
import { Button, LoadState, lazyPart, Row, Stack } from '#kits/ui/index.ts';
import { dataOf } from '#stores/queries.ts';
import type { MenuScreen } from '../../time-series/index.ts';
import { describeNameFault, maxViewNameLength, type TimeseriesView } from '../contract.ts';
import styles from './SavedViews.module.css';
import { createViews, type Views } from './saved-views.ts';

const PopoverPanel = lazyPart(() =>
  import('#kits/ui/overlay/PopoverPanel.tsx').then((module) => module.PopoverPanel),
);

type SavedViewsProps = {
  screen: MenuScreen;
  views: Views;
  /** Called when a view is opened. */
  onOpen: () => void;
};

/** A button that opens the list of named views. */
export function ViewsMenu({ screen }: Pick<SavedViewsProps, 'screen'>) {
  const [views] = useState(() => createViews());
  useEffect(() => views.cancel, [views]);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button ref={button} aria-expanded={open} aria-haspopup="dialog" onClick={() => setOpen(!open)}>
        <Bookmark size={16} aria-hidden="true" /> Saved views
      </Button>
      {open && (
        <PopoverPanel label="Saved views" anchor={button} onClose={() => setOpen(false)}>
          <SavedViews screen={screen} views={views} onOpen={() => setOpen(false)} />
        </PopoverPanel>
      )}
    </>
  );
}

/** The named views: a field that saves the current one, and a list to open, rename and delete. */
function SavedViews({ screen, views, onOpen }: SavedViewsProps) {
  const state = useStore(views.$state);
  const isReady = useStore(screen.$ready);
  const [editing, setEditing] = useState<Editing>();
  useEffect(() => {
    void views.load();
  }, [views]);
  const list = dataOf(state);
  return (
    <Stack gap={3} className="scroll-y pad-3">
      {list && (
        <NameForm
          label="Save this view as…"
          action="Save"
          initial=""
          disabled={!isReady}
          faultOf={(name) => describeNameFault(name, list)}
          onSubmit={(name) => views.create(name, screen.serializeView())}
        />
      )}
      <LoadState state={state} noun="your views" lines={3} retry={views.retry} staleSeverity="error" />
      {list?.length === 0 && (
        <p className="quiet">You have no saved views yet. Name what you see to find it again here.</p>
      )}
      {list && list.length > 0 && (
        <ul className={`ruled-above ruled-list ${styles.list}`} aria-label="Your views">
          {list.map((view) => (
            <li key={view.id}>
              <ViewRow
                screen={screen}
                views={views}
                view={view}
                others={list}
                editing={editing?.id === view.id ? editing.what : undefined}
                onEdit={(what) => setEditing(what && { id: view.id, what })}
                onOpen={onOpen}
              />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

type Editing = { readonly id: string; readonly what: 'name' | 'deletion' };

type ViewRowProps = SavedViewsProps & {
  view: TimeseriesView;
  others: readonly TimeseriesView[];
  editing: Editing['what'] | undefined;
  onEdit: (what: Editing['what'] | undefined) => void;
};

function ViewRow({ screen, views, view, others, editing, onEdit, onOpen }: ViewRowProps) {
  const isChanging = useStore(views.$isChanging);
  if (editing === 'name') {
    return (
      <NameForm
        label={`New name of ${view.name}`}
        action="Rename"
        initial={view.name}
        faultOf={(name) => describeNameFault(name, others, view.id)}
        onSubmit={async (name) => {
          const isDone = await views.rename(view, name);
          if (isDone) onEdit(undefined);
          return isDone;
        }}
        onCancel={() => onEdit(undefined)}
      />
    );
  }
  if (editing === 'deletion') {
    return (
      <Row gap={2} className="text-sm pad-2">
        <p className="anywhere full-width">Delete “{view.name}”? This cannot be undone.</p>
        <Button disabled={isChanging} onClick={() => void views.remove(view)}>
          Delete
        </Button>
        <Button variant="quiet" onClick={() => onEdit(undefined)}>
          Cancel
        </Button>
      </Row>
    );
  }
  return (
    <div className={`grid ${styles.row}`} data-gap={0}>
      <a
        className="text-sm anywhere inline-row"
        href={`?${view.query}`}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          screen.goTo(view.query);
          onOpen();
        }}
      >
        {view.name}
      </a>
      <Button icon variant="quiet" aria-label={`Rename ${view.name}`} onClick={() => onEdit('name')}>
        <Pencil size={16} aria-hidden="true" />
      </Button>
      <Button icon variant="quiet" aria-label={`Delete ${view.name}`} onClick={() => onEdit('deletion')}>
        <Trash2 size={16} aria-hidden="true" />
      </Button>
    </div>
  );
}

type NameFormProps = {
  label: string;
  action: string;
  initial: string;
  disabled?: boolean;
  faultOf: (name: string) => string | undefined;
  /** @returns whether the name was taken over */
  onSubmit: (name: string) => Promise<boolean>;
  onCancel?: () => void;
};

/** A name with a button; what is wrong with it is said on Enter, and from then on while it is typed. */
function NameForm({ label, action, initial, disabled, faultOf, onSubmit, onCancel }: NameFormProps) {
  const [name, setName] = useState(initial);
  const [isChecked, setIsChecked] = useState(false);
  const fault = faultOf(name);
  async function submit(event: FormEvent) {
    event.preventDefault();
    setIsChecked(fault !== undefined);
    if (fault === undefined && (await onSubmit(name))) setName('');
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label={label}
        value={name}
        onChange={setName}
        maxLength={2 * maxViewNameLength}
        disabled={disabled ?? false}
        error={isChecked ? fault : undefined}
      />
      <Button type="submit" disabled={disabled}>
        {action}
      </Button>
      {onCancel && (
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </form>
  );
}
