import { CircleQuestionMark } from 'lucide-react';
import styles from './Button.module.css';

export type HelpLinkProps = { readonly href: string; readonly label: string };

/** A question mark that links to an explanation in a new tab, so that the screen keeps its input. */
export function HelpLink({ href, label }: HelpLinkProps) {
  return (
    <a
      className={`no-print ${styles.help}`}
      href={href}
      target="_blank"
      rel="noopener"
      aria-label={`${label} (opens in a new tab)`}
      title={label}
    >
      <CircleQuestionMark size={14} aria-hidden="true" />
    </a>
  );
}
