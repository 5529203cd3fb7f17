import { useState } from 'react';
import { SegmentedField, SelectField } from '#kits/form/Field.tsx';
import { CopyButton } from '#kits/ui/CopyButton.tsx';
import { Button } from '#kits/ui/index.ts';
import { Row } from '#kits/ui/Layout.tsx';
import { Dialog } from '#kits/ui/overlay/Dialog.tsx';
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
  /** The HTML of a frame. */
  frameOf(theme: Theme): string;
};

export type FigureDialogProps = {
  /** The first is chosen until another one is. */
  figures: readonly [OfferedFigure, ...OfferedFigure[]];
  isOpen: boolean;
  onClose: () => void;
};

/** The lines that another site needs to show a figure. */
export function FigureDialog({ figures, isOpen, onClose }: FigureDialogProps) {
  const [theme, setTheme] = useState<Theme>('light');
  const [title, setTitle] = useState('');
  const figure = figures.find((each) => each.title === title) ?? figures[0];
  const frame = figure.frameOf(theme);
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
        This figure, always current, in a page of your own. It needs no account, so it shows only values that
        everyone may read.
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
      <code className={`outlined block anywhere ${styles.lines} apart-below`}>{frame}</code>
      <CopyButton text={() => frame} label="Copy HTML" what="HTML" />
      <p className="muted apart">
        The frame stays empty unless the operator of this portal has allowed your site (EMBED_ORIGINS). More
        figures are in the <a href="/documentation/guide/embeds">guide</a>.
      </p>
    </Dialog>
  );
}
