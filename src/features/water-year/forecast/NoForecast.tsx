import { Notice } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';

/** The page of a portal whose basin file has no forecast charts. */
export function NoForecast({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Notice severity="info">
        This portal has no forecast graphs yet. Its operator can list them in the basin file, as described in{' '}
        <a href="/documentation/recipes/your-own-basin">Your own basin</a>.
      </Notice>
    </Page>
  );
}
