import type { Model } from '#contract/model.ts';
import { buttonClass, Notice } from '#kits/ui/index.ts';

/** Shown if no record has the id of the address, or the user may not see it. */
export function RecordNotFound({ model }: { model: Model }) {
  return (
    <>
      <h1>{model.label}</h1>
      <Notice
        severity="warning"
        action={
          <a className={buttonClass()} href={`/models/${model.name}`}>
            Back to {model.label}
          </a>
        }
      >
        Record not found.
      </Notice>
    </>
  );
}
