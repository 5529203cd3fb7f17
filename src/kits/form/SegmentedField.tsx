import { useId } from 'react';
import { Row } from '../ui/Layout.tsx';
import styles from './Field.module.css';

type SegmentedFieldProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { readonly value: Value; readonly label: string }[];
  onChange: (value: Value) => void;
};

/** A choice between two or three values that are all in view: radio buttons drawn as one control. */
export function SegmentedField<Value extends string>(props: SegmentedFieldProps<Value>) {
  const { label, value, choices, onChange } = props;
  const name = useId();
  return (
    <fieldset className={styles.field}>
      <legend className={`quiet ${styles.legend}`}>{label}</legend>
      <div className={styles.segments}>
        {choices.map((choice) => (
          <Row as="label" gap={0} data-nowrap key={choice.value} className={`text-sm ${styles.segment}`}>
            <input
              className="cover-radio"
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.label}
          </Row>
        ))}
      </div>
    </fieldset>
  );
}
