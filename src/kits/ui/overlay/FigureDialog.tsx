import { type ComponentProps, useState } from 'react';
import { SegmentedField, SelectField } from '../../form/Field.tsx';
import { CopyButton } from '../CopyButton.tsx';
import { Button } from '../index.ts';
import { Row } from '../Layout.tsx';
import { Dialog } from './Dialog.tsx';
import styles from './FigureDialog.module.css';

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;
type Theme = (typeof themes)[number]['value'];

/** A figure that other sites may show. */
type OfferedFigure = {
  /** Tells it from the others. */
  readonly title: string;
  /** The HTML of a frame, and the address of a picture. */
  linksOf(theme: Theme): { readonly frame: string; readonly picture: string };
};

export type FigureDialogProps = {
  /** The first is chosen until another one is. */
  figures: readonly [OfferedFigure, ...OfferedFigure[]];
  isOpen: boolean;
  onClose: () => void;
  notify: ComponentProps<typeof CopyButton>['notify'];
};

/** The lines that another site needs to show a figure. */
export function FigureDialog({ figures, isOpen, onClose, notify }: FigureDialogProps) {
  const [theme, setTheme] = useState<Theme>('light');
  const [title, setTitle] = useState('');
  const figure = figures.find((each) => each.title === title) ?? figures[0];
  const { frame, picture } = figure.linksOf(theme);
  return (
    <Dialog
      open={isOpen}
      title="Use this figure elsewhere"
      onDismiss={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className={styles.intro}>
        This figure, always current, in a page, a document or an e-mail. It needs no account, so it shows only
        values that everyone may read.
      </p>
      <Row gap="3 5" className={styles.choices}>
        {figures.length > 1 && (
          <SelectField
            label="Figure"
            value={figure.title}
            choices={figures.map((each) => ({ value: each.title, label: each.title }))}
            onChange={setTitle}
          />
        )}
        <SegmentedField label="Colors" value={theme} choices={themes} onChange={setTheme} />
      </Row>
      <h3 className={styles.heading}>In a page</h3>
      <code className={`outlined block anywhere ${styles.lines} apart-below`}>{frame}</code>
      <CopyButton text={() => frame} label="Copy HTML" what="HTML" notify={notify} />
      <p className="muted apart">
        The frame stays empty unless the operator of this portal has allowed your site (EMBED_ORIGINS).
      </p>
      <h3 className={styles.heading}>As a picture</h3>
      <code className={`outlined block anywhere ${styles.lines} apart-below`}>{picture}</code>
      <CopyButton text={() => picture} label="Copy address" what="address" notify={notify} />
      <p className="muted apart">
        Pictures need no permission. More figures and sizes are in the{' '}
        <a href="/documentation/guide/embeds">guide</a>.
      </p>
    </Dialog>
  );
}
