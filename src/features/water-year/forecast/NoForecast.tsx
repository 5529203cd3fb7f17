import { Notice } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';

/** The page of a portal whose basin file names no charts for it. */
export function NoForecast({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Notice severity="info">
        This portal has no graphs here yet. Whoever runs it lists them in its basin file; the guide is{' '}
        <a href="/documentation/recipes/your-own-basin">Your own basin</a>.
      </Notice>
    </Page>
  );
}
