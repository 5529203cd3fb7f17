import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

type LoadError = { readonly what: string; readonly message: string; retry(): void };

/** A notice with a retry button for each part that could not be loaded. */
export function LoadErrors({ errors }: { errors: readonly LoadError[] }) {
  return errors.map(({ what, message, retry }) => (
    <Notice key={what} severity="error" action={<Button onClick={retry}>Try again</Button>}>
      {what} could not be loaded. {message}
    </Notice>
  ));
}
