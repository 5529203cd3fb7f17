import { Code } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../index.ts';
import { lazyPart } from '../screen-parts.tsx';
import type { FigureDialogProps } from './FigureDialog.tsx';

const FigureDialog = lazyPart(() => import('./FigureDialog.tsx').then((module) => module.FigureDialog));

type FigureButtonProps = Pick<FigureDialogProps, 'figures' | 'notify'> & { children?: ReactNode };

/** A button, and the lines that another site needs to show one of the figures, which are loaded with the first click. */
export function FigureButton({ children = 'Use this figure elsewhere', ...rest }: FigureButtonProps) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  return (
    <>
      <Button onClick={() => setState('open')}>
        <Code size={16} aria-hidden="true" /> {children}
      </Button>
      {state !== 'unused' && (
        <FigureDialog {...rest} isOpen={state === 'open'} onClose={() => setState('closed')} />
      )}
    </>
  );
}
