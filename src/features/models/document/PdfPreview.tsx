import { ExternalLink } from 'lucide-react';
import styles from './Document.module.css';

type Props = {
  /** The address of the current file. */
  path: string;
  title: string;
  /** Changes with the file, so that a browser loads it again. */
  version: string;
};

/** Shows a PDF with the browser’s own viewer, or a link where it has none. */
export function PdfPreview({ path, title, version }: Props) {
  const address = `${path}?disposition=inline`;
  return (
    <section className={styles.preview} aria-labelledby="preview-title">
      <div className={styles.previewHead}>
        <h2 id="preview-title">Preview</h2>
        <a href={address} target="_blank" rel="noopener">
          <ExternalLink size={16} aria-hidden="true" /> Open it in a new tab
        </a>
      </div>
      {navigator.pdfViewerEnabled ? (
        <iframe
          key={version}
          className={styles.viewer}
          src={`${address}#navpanes=0&view=FitH`}
          title={`Preview of ${title}`}
        />
      ) : (
        <p className={styles.note}>
          This browser shows no PDF within a page. Open it in a new tab, or download it.
        </p>
      )}
    </section>
  );
}
