import { useStore } from '@nanostores/react';
import { TableView } from '#kits/table/index.ts';
import { useScreen } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import { $admitted } from '#session/session.ts';
import { toQueryRows } from '#stores/queries.ts';
import { createFeatureTemplateScreen, featureTemplateColumns } from './screen.ts';

/** Feature Template. Requests nothing before someone is signed in. */
export function FeatureTemplateScreen({ title }: { title: string }) {
  return useStore($admitted) ? <FeatureTemplateTable title={title} /> : null;
}

function FeatureTemplateTable({ title }: { title: string }) {
  const screen = useScreen(createFeatureTemplateScreen);
  const state = useStore(screen.rows.$state);
  return (
    <Page title={title} info="The latest streamflow of each site, and that of 7 days before.">
      <TableView
        caption={title}
        columns={featureTemplateColumns}
        data={toQueryRows(screen.rows, state, (rows) => rows, 'The sites')}
        $table={screen.$table}
        noun={{ one: 'site', many: 'sites' }}
        empty="No site has values of streamflow."
      />
    </Page>
  );
}
