import type { ReactNode } from 'react';
import { buttonClass } from '../ui/index.ts';

type Props = {
  accept: string;
  onChoose: (file: File) => void;
  isBusy?: boolean;
  children: ReactNode;
};

/** A button that asks for a file. The same one can be chosen again. */
export function FileButton({ accept, onChoose, isBusy = false, children }: Props) {
  return (
    <label className={`relative ${buttonClass()}`} aria-busy={isBusy}>
      {children}
      <input
        className="cover-radio full-width"
        type="file"
        accept={accept}
        disabled={isBusy}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
          target.value = '';
        }}
      />
    </label>
  );
}
