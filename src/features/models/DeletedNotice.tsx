import type { Model } from '#contract/model.ts';
import { oneRecord } from '#contract/model-nouns.ts';
import { Button, Notice } from '#kits/ui/index.ts';

/** Explains that the record was deleted while it was edited, and that its form creates another one. */
export function DeletedNotice({ model, onDiscard }: { model: Model; onDiscard: () => void }) {
  return (
    <div role="alert" aria-label={`The ${model.singular} was deleted`}>
      <Notice severity="warning" action={<Button onClick={onDiscard}>Discard what I typed</Button>}>
        Someone has deleted this {model.singular}. What you typed is still here: save it as {oneRecord(model)}{' '}
        of its own, or discard it.
      </Notice>
    </div>
  );
}
