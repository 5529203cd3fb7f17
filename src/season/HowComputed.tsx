import { useState } from 'react';
import { computationLink } from '#config/documentation-links.ts';
import { Disclosure } from '#kits/ui/Disclosure.tsx';
import { Stack, VisuallyHidden } from '#kits/ui/index.ts';
import styles from './HowComputed.module.css';
import type { Computation } from './years/computation.ts';

type HowComputedProps = {
  computation: Computation;
  /** The title of the chart, which tells its button from those of other charts. */
  title: string;
};

/** Shows on demand how the numbers of a chart were computed. */
export function HowComputed({ computation, title }: HowComputedProps) {
  const [open, setOpen] = useState(false);
  const label = (
    <span>
      How was this computed?<VisuallyHidden> {title}</VisuallyHidden>
    </span>
  );
  return (
    <div>
      <Disclosure label={label} open={open} onToggle={() => setOpen(!open)}>
        <ComputationEntries {...computation} />
      </Disclosure>
    </div>
  );
}

/** What the numbers of a chart rest on, term by term. */
export function ComputationEntries({ entries, section }: Computation) {
  return (
    <>
      <Stack as="dl" gap={1} className={`text-sm ${styles.entries}`}>
        {entries.map(({ term, text }) => (
          <div key={term}>
            <dt className="muted">{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </Stack>
      <p className={`${styles.more} text-sm`}>
        <a href={computationLink(section)}>How the numbers are computed</a>, with sources and worked examples
      </p>
    </>
  );
}
