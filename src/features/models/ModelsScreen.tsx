import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { findModel } from '#config/models/index.ts';
import { Notice } from '#kits/ui/index.ts';
import { $admitted, $session, type SessionUser } from '#session/session.ts';
import { request } from '#stores/api.ts';
import { loadLookups } from '#stores/lookups.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { ListPage } from './ListPage.tsx';
import { ModelsPage } from './ModelsPage.tsx';
import { formatModelsRoute, type ModelsRoute, parseModelsRoute } from './models-route.ts';
import { RecordPage } from './RecordPage.tsx';
import { useFileDownloads } from './use-file-downloads.ts';

/** The screens of all models, chosen by the address. Loads nothing before sign-in. */
export function ModelsScreen() {
  const admitted = useStore($admitted);
  const session = useStore($session);
  if (!admitted || !('user' in session)) return null;
  return <Models user={session.user} start={parseModelsRoute(location.pathname, location.search)} />;
}

function Models({ user, start }: { user: SessionUser; start: ModelsRoute }) {
  const [route, setRoute] = useState(start);
  useEffect(() => void loadLookups({ request, subject: user.sub }), [user.sub]);
  function go(next: ModelsRoute): void {
    history.replaceState(history.state, '', formatModelsRoute(next));
    setRoute(next);
    scrollTo({ top: 0 });
  }
  return (
    <>
      <RoutedPage place={route} user={user} go={go} />
      <ConfirmDialog />
    </>
  );
}

function RoutedPage({
  place,
  user,
  go,
}: {
  place: ModelsRoute;
  user: SessionUser;
  go: (next: ModelsRoute) => void;
}) {
  const model = 'model' in place ? findModel(place.model) : undefined;
  useFileDownloads(model);
  if (place.kind === 'models') return <ModelsPage />;
  if (!model || place.kind === 'unknown') {
    return (
      <>
        <h1>Page not found</h1>
        <Notice severity="warning">
          No model or record has this address. <a href="/models">All models</a>
        </Notice>
      </>
    );
  }
  if (place.kind === 'list') return <ListPage model={model} user={user} />;
  const { name } = model;
  const record = place.kind === 'record' ? place : undefined;
  return (
    <RecordPage
      // A new key for each record, so that its page starts from scratch.
      key={`${name}/${record?.id ?? 'add'}`}
      model={model}
      user={user}
      id={record?.id}
      mode={record?.mode ?? 'READONLY'}
      onMode={(mode) => record && go({ ...record, mode })}
      onCreated={(id) => go({ kind: 'record', model: name, id, mode: 'READONLY' })}
      onDeleted={() => go({ kind: 'list', model: name })}
    />
  );
}
