import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Model } from '#contract/model.ts';
import { Button, Notice, SkeletonLines } from '#kits/ui/index.ts';
import { useScreen } from '#kits/ui/use-screen.ts';
import type { SessionUser } from '#session/session.ts';
import { request } from '#stores/api.ts';
import { $lookups } from '#stores/lookups.ts';
import { setPageTitle } from '#stores/page-title.ts';
import { AddRecord } from './AddRecord.tsx';
import { actionsFor } from './actions-for.ts';
import { DeletedRecord } from './DeletedRecord.tsx';
import { EditRecord } from './EditRecord.tsx';
import { formatRecordTitle } from './format.ts';
import { capitalize } from './labels.ts';
import { ReadRecord } from './ReadRecord.tsx';
import { RecordNotFound } from './RecordNotFound.tsx';
import { createRecordScreen } from './record-screen.ts';
import { createUnsaved } from './unsaved.ts';

type Props = {
  model: Model;
  user: SessionUser;
  /** Undefined for a new record. */
  id: string | undefined;
  mode: 'EDIT' | 'READONLY';
  onMode: (mode: 'EDIT' | 'READONLY') => void;
  onCreated: (id: string) => void;
  onDeleted: () => void;
};

/** The page of one record: to read, to edit or to add it. */
export function RecordPage({ model, user, id, mode, onMode, onCreated, onDeleted }: Props) {
  const screen = useScreen(() =>
    createRecordScreen({
      model,
      actions: actionsFor(model, request, user.sub),
      id,
      unsaved: createUnsaved({ subject: user.sub, model: model.name, id: id ?? 'new' }),
      newId: () => crypto.randomUUID(),
      onCreated: (record) => onCreated(record.id),
      onDeleted,
    }),
  );
  const state = useStore(screen.$state);
  const isDeleted = useStore(screen.$isDeleted);
  const lookups = useStore($lookups);
  const title =
    state.status === 'ready' ? formatRecordTitle(model, state.record, lookups) : capitalize(model.singular);
  useEffect(() => setPageTitle(id === undefined ? `Add ${model.singular}` : title), [id, model, title]);

  switch (state.status) {
    case 'loading':
      return <SkeletonLines count={8} label={`Loading the ${model.singular}`} />;
    case 'missing':
      if (isDeleted && user.isAdmin) return <DeletedRecord screen={screen} onLeave={onDeleted} />;
      return <RecordNotFound model={model} />;
    case 'failed':
      return (
        <Notice severity="error" action={<Button onClick={() => void screen.load()}>Try again</Button>}>
          The {model.singular} could not be loaded. {state.error.message}
        </Notice>
      );
    case 'new':
      return <AddRecord screen={screen} user={user} />;
    case 'ready':
      return mode === 'EDIT' && user.isAdmin ? (
        <EditRecord screen={screen} record={state.record} user={user} onDone={() => onMode('READONLY')} />
      ) : (
        <ReadRecord screen={screen} record={state.record} user={user} onEdit={() => onMode('EDIT')} />
      );
  }
}
