import { useStore } from '@nanostores/react';
import { findModel } from '#config/models/index.ts';
import type { Model } from '#contract/model.ts';
import { buttonClass } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import { $admitted, $session } from '#session/session.ts';
import { request } from '#stores/api.ts';
import { actionsFor } from './actions-for.ts';
import { RecordList } from './RecordList.tsx';
import { useListScreen } from './use-list-screen.ts';

type Props = {
  model: string;
  title: string;
  /** Whether it requires sign-in, and loads nothing before. */
  guarded?: boolean;
};

/** The published records of a model, to search and to download. */
export function FilesScreen({ model: name, title, guarded = false }: Props) {
  const admitted = useStore($admitted);
  const model = findModel(name);
  if (!model || (guarded && !admitted)) return null;
  return <Files model={model} title={title} guarded={guarded} />;
}

const infos: Readonly<Record<string, string>> = {
  datasets: 'Data measured and compiled by the coalition, to download.',
  'public-documents': 'Reports, agendas, minutes and other documents, open to everyone.',
};

function Files({ model, title, guarded }: { model: Model; title: string; guarded: boolean }) {
  const session = useStore($session);
  const user = 'user' in session ? session.user : undefined;
  const screen = useListScreen(() => {
    const actions = actionsFor(model, request, user?.sub);
    return {
      model,
      // Administrators also see only what is published here: the list is requested without a token.
      actions: { find: (options) => actions.find({ ...options, identify: false }) },
      columnOptions: { isEditor: false, hasLinks: guarded },
    };
  });
  return (
    <Page
      title={title}
      actions={
        user?.isAdmin && (
          <a className={buttonClass()} href={`/models/${model.name}`}>
            Manage {model.label.toLowerCase()}
          </a>
        )
      }
      info={infos[model.name] ?? model.description}
    >
      <RecordList screen={screen} title={title} empty="Nothing has been published yet. Come back later." />
    </Page>
  );
}
