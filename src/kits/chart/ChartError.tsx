import { Button, Notice } from '../ui/index.ts';

type ChartErrorProps = { message: string; retry: (() => void) | undefined };

/** Why there is no chart. */
export function ChartError({ message, retry }: ChartErrorProps) {
  return (
    <Notice severity="error" action={retry && <Button onClick={retry}>Try again</Button>}>
      {`An error has occurred: ${message}`}
    </Notice>
  );
}
