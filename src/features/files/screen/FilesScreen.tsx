import { useStore } from '@nanostores/react';
import { findModel } from '#config/models/index.ts';
import { publicDocuments } from '#config/models/public-documents.ts';
import type { Model } from '#contract/records/model.ts';
import { buttonClass } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import { $admitted, $session } from '#session/session.ts';
import { RecordList, useFileDownloads, useListScreen } from '../../records/index.ts';
import { documentsPath } from './DocumentScreen.tsx';

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
  return <Files model={model} title={title} />;
}

const infos: Readonly<Record<string, string>> = {
  datasets: 'Data measured and compiled by the coalition, to download.',
  'public-documents': 'Reports, agendas, minutes and other documents, open to everyone.',
};

function Files({ model, title }: { model: Model; title: string }) {
  const session = useStore($session);
  const user = 'user' in session ? session.user : undefined;
  useFileDownloads(model);
  const screen = useListScreen({
    model,
    subject: user?.sub,
    isEditor: false,
    only: 'published',
    ...(model.name === publicDocuments.name && { path: documentsPath }),
  });
  return (
    <Page
      title={title}
      actions={
        user?.isAdmin && (
          <a className={buttonClass()} href={`/models/${model.name}`}>
            Manage {model.plural}
          </a>
        )
      }
      info={infos[model.name] ?? model.description}
    >
      <RecordList screen={screen} title={title} empty="Nothing has been published yet. Come back later." />
    </Page>
  );
}
