import type { Model } from '#contract/model.ts';
import { buttonClass, Notice } from '#kits/ui/index.ts';

/** There is no record with the address's id, or none for whoever asks. */
export function RecordNotFound({ model }: { model: Model }) {
  return (
    <>
      <h1>{model.label}</h1>
      <Notice
        severity="warning"
        action={
          <a className={buttonClass()} href={`/models/${model.name}`}>
            All {model.label.toLowerCase()}
          </a>
        }
      >
        Record not found.
      </Notice>
    </>
  );
}
