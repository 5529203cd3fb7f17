import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { isInput } from '#contract/records/fields.ts';
import type { Model } from '#contract/records/model.ts';
import { isSameValue, type RecordContent } from '#domain/records/versions.ts';
import { Row, Stack } from '#kits/ui/index.ts';
import { $lookups } from '#stores/lookups.ts';
import { formatFieldValue } from './format.ts';
import styles from './RecordPage.module.css';

type Side = { readonly label: string; readonly content: RecordContent };

/** Compares two contents side by side: only the fields that differ, or all of them. */
export function Difference({ model, left, right }: { model: Model; left: Side; right: Side }) {
  const lookups = useStore($lookups);
  const [all, setAll] = useState(false);
  const inputs = model.fields.filter(isInput);
  const differing = new Set(
    inputs
      .filter(({ name }) => !isSameValue(left.content[name], right.content[name]))
      .map(({ name }) => name),
  );
  const shown = all ? inputs : inputs.filter(({ name }) => differing.has(name));
  return (
    <Stack gap={2}>
      <Row as="p" className="text-sm">
        {differing.size === 0
          ? 'The two versions are the same.'
          : `${differing.size} of ${inputs.length} fields ${differing.size === 1 ? 'differs' : 'differ'}.`}{' '}
        <label className="inline-row">
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} /> Show all
          fields
        </label>
      </Row>
      {shown.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <section className="frame scroll-x" tabIndex={0} aria-label="Side by side">
          <table className={`${styles.table} text-sm full-width`}>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">{left.label}</th>
                <th scope="col">{right.label}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((field) => (
                <tr key={field.name} data-differs={differing.has(field.name)}>
                  <th scope="row">{field.label}</th>
                  {[left, right].map(({ label, content }) => (
                    <td key={label}>
                      {formatFieldValue(field, content[field.name], lookups) || <i>empty</i>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Stack>
  );
}
