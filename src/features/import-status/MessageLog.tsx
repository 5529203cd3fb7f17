import { useEffect, useRef } from 'react';
import styles from './ImportStatus.module.css';

/** The last messages of an import; it follows the newest line unless someone has scrolled up. */
export function MessageLog({ messages, label }: { messages: readonly string[]; label: string }) {
  const log = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  const text = messages.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when lines are added
  useEffect(() => {
    if (isAtEnd.current) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [text]);
  if (messages.length === 0) return null;
  return (
    <pre
      ref={log}
      className={styles.log}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={label}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 8;
      }}
    >
      {text}
    </pre>
  );
}
