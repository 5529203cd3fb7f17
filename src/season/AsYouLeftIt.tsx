import { useStore } from '@nanostores/react';
import type { LastChoice } from '#stores/last-choice.ts';

type AsYouLeftItProps = { last: LastChoice; onStartNew: () => void };

/** Says that the page shows what was chosen last, with the way to begin without it. */
export function AsYouLeftIt({ last, onStartNew }: AsYouLeftItProps) {
  if (!useStore(last.$isShown)) return null;
  return (
    <p className="no-print quiet-xs">
      as you left it ·{' '}
      <button
        type="button"
        className="inline-row accent"
        onClick={() => {
          last.forget();
          onStartNew();
        }}
      >
        start new
      </button>
    </p>
  );
}
