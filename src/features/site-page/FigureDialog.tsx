import { Code } from 'lucide-react';
import { useState } from 'react';
import { publicEnvironment } from '#config/environment.ts';
import { type FigureTheme, figureThemes } from '#contract/figure.ts';
import type { SiteFacts, SiteRecord } from '#contract/site-page.ts';
import { SegmentedField } from '#kits/form/SegmentedField.tsx';
import { CopyButton } from '#kits/ui/CopyButton.tsx';
import { Dialog } from '#kits/ui/Dialog.tsx';
import { Button } from '#kits/ui/index.ts';
import { showToast } from '#stores/toasts.ts';
import styles from './FigureDialog.module.css';
import { figureLinks } from './figure-links.ts';

type Props = { site: SiteFacts; record: SiteRecord };

const themeLabels = { light: 'Light', dark: 'Dark' } as const;

/** A button, and the lines that another site needs to show the season of a record. */
export function FigureButton(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.place}>
      <Button onClick={() => setOpen(true)}>
        <Code size={16} aria-hidden="true" /> Use this figure elsewhere
      </Button>
      <FigureDialog {...props} isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}

function FigureDialog({ site, record, isOpen, onClose }: Props & { isOpen: boolean; onClose: () => void }) {
  const [theme, setTheme] = useState<FigureTheme>('light');
  const { frame, picture } = figureLinks({
    origin: publicEnvironment.PUBLIC_API_ORIGIN || location.origin,
    site: site.loc_id,
    siteName: site.loc_name,
    parameter: record.parameter_name,
    theme,
  });
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
      <SegmentedField
        label="Colors"
        value={theme}
        choices={figureThemes.map((value) => ({ value, label: themeLabels[value] }))}
        onChange={setTheme}
      />
      <h3 className={styles.heading}>In a page</h3>
      <code className={styles.lines}>{frame}</code>
      <CopyButton text={() => frame} label="Copy HTML" what="HTML" notify={showToast} />
      <p className={styles.hint}>
        The frame stays empty unless the operator of this portal has allowed your site (EMBED_ORIGINS).
      </p>
      <h3 className={styles.heading}>As a picture</h3>
      <code className={styles.lines}>{picture}</code>
      <CopyButton text={() => picture} label="Copy address" what="address" notify={showToast} />
      <p className={styles.hint}>
        Pictures need no permission. More figures and sizes are in the{' '}
        <a href="/documentation/guide/embeds">guide</a>.
      </p>
    </Dialog>
  );
}
