import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Model } from '#contract/model.ts';
import { buttonClass } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import type { SessionUser } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { actionsFor } from './actions-for.ts';
import { createListScreen } from './list-screen.ts';
import { RecordList } from './RecordList.tsx';
import { setPageTitle } from './set-page-title.ts';

/** All records of a model. */
export function ListPage({ model, user }: { model: Model; user: SessionUser }) {
  const [screen] = useState(() =>
    createListScreen({
      model,
      actions: actionsFor(model, request, user.sub),
      address: createAddress(),
      columnOptions: { isEditor: user.isAdmin, hasLinks: true },
      isNarrow: matchMedia('(width < 640px)').matches,
    }),
  );
  useEffect(() => setPageTitle(model.label), [model]);
  const add = `/models/${model.name}/add`;
  return (
    <Page
      title={model.label}
      breadcrumbs={<a href="/models">Models</a>}
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
              There are no {model.label.toLowerCase()} yet. <a href={add}>Add the first {model.singular}</a>
            </>
          ) : (
            `No ${model.label.toLowerCase()} are published yet.`
          )
        }
      />
    </Page>
  );
}
