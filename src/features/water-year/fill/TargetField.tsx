import { useEffect, useState } from 'react';
import { SelectField, TextField } from '#kits/form/Field.tsx';
import { parseTarget } from './fill-choice.ts';

const offered = [0.9, 0.95, 0.97, 1] as const;
const other = 'other';

type TargetFieldProps = { target: number; onChange: (target: number) => void };

/** The share of the capacity to reach: one of the usual ones, or a number of percent. */
export function TargetField({ target, onChange }: TargetFieldProps) {
  const isOffered = offered.some((each) => each === target);
  const [isOther, setIsOther] = useState(!isOffered);
  const [text, setText] = useState(() => percentOf(target));
  useEffect(() => {
    setText(percentOf(target));
    if (!offered.some((each) => each === target)) setIsOther(true);
  }, [target]);
  const refusal = shareOf(text) === undefined ? 'Write a number from 1 to 100, such as 97.' : undefined;
  return (
    <>
      <SelectField
        label="Target, % of capacity"
        value={isOther ? other : String(target)}
        choices={[
          ...offered.map((each) => ({ value: String(each), label: `${percentOf(each)} %` })),
          { value: other, label: 'Another number' },
        ]}
        onChange={(value) => {
          setIsOther(value === other);
          if (value !== other) onChange(Number(value));
        }}
      />
      {isOther && (
        <TextField
          label="Percent"
          type="number"
          value={text}
          error={refusal}
          onChange={(next) => {
            setText(next);
            const share = shareOf(next);
            if (share !== undefined) onChange(share);
          }}
        />
      )}
    </>
  );
}

function percentOf(share: number): string {
  return String(Number((share * 100).toFixed(2)));
}

/** `97.5` as 0.975. */
function shareOf(percent: string): number | undefined {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(percent.trim())) return undefined;
  return parseTarget(String(Number((Number(percent) / 100).toFixed(4))));
}
