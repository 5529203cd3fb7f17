import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import type { Model } from '#contract/model.ts';
import { buttonClass } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import type { SessionUser } from '#session/session.ts';
import { request } from '#stores/api.ts';
import { setPageTitle } from '#stores/page-title.ts';
import { actionsFor } from './actions-for.ts';
import { RecordList } from './RecordList.tsx';
import { useListScreen } from './use-list-screen.ts';

/** All records of a model. */
export function ListPage({ model, user }: { model: Model; user: SessionUser }) {
  const screen = useListScreen(() => ({
    model,
    actions: actionsFor(model, request, user.sub),
    columnOptions: { isEditor: user.isAdmin, hasLinks: true },
  }));
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
