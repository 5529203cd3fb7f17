import styles from './Standing.module.css';

type Props = {
  /** The markup of the bar; nothing in its place where there is none. */
  bar: string | undefined;
  class: { readonly text: string; readonly tone: string } | undefined;
  /** What follows the class, or stands in its place. */
  text: string | undefined;
  /** How old a late value is. */
  age?: string | undefined;
};

/** Where a value stands among other years: a bar, and the words beside it. */
export function Standing({ bar, class: name, text, age }: Props) {
  return (
    <span className="row" data-gap="1 2">
      {bar !== undefined && <Bar markup={bar} />}
      <span className={name ? undefined : 'muted'}>
        {name && (
          <span className={styles.class} data-tone={name.tone}>
            {name.text}
          </span>
        )}
        {name && text !== undefined && ', '}
        {text}
        {age !== undefined && <span className={`${styles.late} warning`}> {age}</span>}
      </span>
    </span>
  );
}

/** A drawing of the portal itself, which has no text of others but in its escaped label. */
export function Bar({ markup }: { markup: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is made by the portal's own code.
  return <span className={`${styles.bar} rigid`} dangerouslySetInnerHTML={{ __html: markup }} />;
}
