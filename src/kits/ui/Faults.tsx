import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

type Fault = { readonly what: string; readonly message: string; retry(): void };

/** What could not be loaded, each with a way to ask again. */
export function Faults({ faults }: { faults: readonly Fault[] }) {
  return faults.map(({ what, message, retry }) => (
    <Notice key={what} severity="error" action={<Button onClick={retry}>Try again</Button>}>
      {what} could not be loaded. {message}
    </Notice>
  ));
}
