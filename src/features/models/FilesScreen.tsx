import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { findModel } from '#config/models/index.ts';
import type { Model } from '#contract/model.ts';
import { buttonClass } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import { $admitted, $session } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { actionsFor } from './actions-for.ts';
import { createListScreen } from './list-screen.ts';
import { RecordList } from './RecordList.tsx';

type Props = {
  model: string;
  title: string;
  /** It asks for nothing before someone is signed in. */
  guarded?: boolean;
};

/** What is published of a model, for its readers: to find and to download. */
export function FilesScreen({ model: name, title, guarded = false }: Props) {
  const admitted = useStore($admitted);
  const model = findModel(name);
  if (!model || (guarded && !admitted)) return null;
  return <Files model={model} title={title} guarded={guarded} />;
}

const infos: Readonly<Record<string, string>> = {
  datasets: 'Data that the coalition has measured and compiled, to download.',
  'public-documents': 'Reports, agendas, minutes and other documents, open to everyone.',
};

function Files({ model, title, guarded }: { model: Model; title: string; guarded: boolean }) {
  const session = useStore($session);
  const user = 'user' in session ? session.user : undefined;
  const [screen] = useState(() => {
    const actions = actionsFor(model, request, user?.sub);
    return createListScreen({
      model,
      // Editors, too, see here what readers see: they ask as a visitor would.
      actions: { find: (options) => actions.find({ ...options, identify: false }) },
      address: createAddress(),
      columnOptions: { isEditor: false, hasLinks: guarded },
      isNarrow: matchMedia('(width < 640px)').matches,
    });
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
