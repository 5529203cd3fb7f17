import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { findModel, models } from '#config/models/index.ts';
import { routeLabel } from '#config/routes.ts';
import type { Model } from '#contract/records/model.ts';
import { buttonClass, Grid, Notice, Stack } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import { $admitted, $session, type SessionUser } from '#session/session.ts';
import { request } from '#stores/api.ts';
import { loadLookups } from '#stores/lookups.ts';
import { setPageTitle } from '#stores/page-title.ts';
import { ConfirmDialog } from './confirm.tsx';
import { useFileDownloads } from './file-downloads.tsx';
import { useListScreen } from './list-screen.ts';
import styles from './ModelsScreen.module.css';
import { formatModelsRoute, type ModelsRoute, parseModelsRoute } from './models-route.ts';
import { RecordList } from './RecordList.tsx';
import { RecordPage } from './RecordPage.tsx';

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

/** Lists the models. */
const title = routeLabel('/models');

function ModelsPage() {
  useEffect(() => setPageTitle(title), []);
  return (
    <Page
      title={title}
      info="The portal’s content, by kind. Administrators add, edit and publish; everyone else sees the published records."
    >
      <Grid as="ul" gap={3} data-columns="wide" data-fill>
        {models.map(({ name, label, description }) => (
          <Stack as="li" gap={1} data-roomy key={name} className={`card ${styles.model}`}>
            <h2>
              <a href={`/models/${name}`}>{label}</a>
            </h2>
            <p className="muted">{description}</p>
          </Stack>
        ))}
      </Grid>
    </Page>
  );
}

/** All records of a model. */
function ListPage({ model, user }: { model: Model; user: SessionUser }) {
  const screen = useListScreen({ model, subject: user.sub, isEditor: user.isAdmin });
  useEffect(() => setPageTitle(model.label), [model]);
  const add = `/models/${model.name}/add`;
  return (
    <Page
      title={model.label}
      breadcrumbs={<a href="/models">Content</a>}
      actions={
        user.isAdmin && (
          <a className={buttonClass('primary')} href={add}>
            <Plus size={16} aria-hidden="true" /> Add {model.singular}
          </a>
        )
      }
      info={model.description}
    >
      <RecordList
        screen={screen}
        title={model.label}
        empty={
          user.isAdmin ? (
            <>
              There are no {model.plural} yet. <a href={add}>Add the first {model.singular}</a>
            </>
          ) : (
            `No ${model.plural} have been published yet.`
          )
        }
      />
    </Page>
  );
}
