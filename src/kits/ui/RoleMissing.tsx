import { Notice } from './Notice.tsx';
import { Page } from './Page.tsx';

/** A screen for somebody whose account does not have its role. */
export function RoleMissing({ title, missing }: { title: string; missing: string }) {
  return (
    <Page title={title}>
      <Notice severity="info">
        {title} is for people with the role {missing}, which your account does not have. Ask whoever runs the
        portal for it.
      </Notice>
    </Page>
  );
}
