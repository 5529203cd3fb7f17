import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { DateField } from '#kits/form/Field.tsx';
import { Button, Row, VisuallyHidden } from '#kits/ui/index.ts';
import { type IssueLimits, refuseIssueDay, seasonSentence, stepIssueDay } from './issue-day.ts';
import styles from './Season.module.css';

type IssueDayProps = {
  /** Undefined before it is known. */
  value: string | undefined;
  limits: IssueLimits;
  /** The first day that the portal can issue, once it is known. */
  first: string | undefined;
  onChange: (issued: string | undefined) => void;
};

/** The issue day: a date, the first days of the months before and after it, and the latest. */
export function IssueDay({ value, limits, first, onChange }: IssueDayProps) {
  const [error, setError] = useState<string>();
  const choose = (day: string | undefined) => {
    setError(undefined);
    onChange(day);
  };
  const step = (direction: 'previous' | 'next') => {
    const day = value === undefined ? undefined : stepIssueDay(value, direction, limits);
    return first !== undefined && day !== undefined && day < first ? undefined : day;
  };
  const [previous, next] = [step('previous'), step('next')];
  return (
    <Row gap={2} className={styles.issueDay}>
      <DateField
        label="Issue day"
        value={value}
        {...(error !== undefined && { error })}
        hint={error === undefined ? seasonSentence(limits.to) : undefined}
        onChange={(day) => {
          const refusal = day === undefined ? 'Choose a day.' : refuseIssueDay(day, limits);
          if (refusal === undefined) choose(day);
          else setError(refusal);
        }}
      />
      <Row gap={2} className={styles.steps}>
        <Button aria-disabled={previous === undefined} onClick={() => previous && choose(previous)}>
          <ChevronLeft size={16} aria-hidden="true" /> <span className="hidden-if-compact">Previous</span>
          <VisuallyHidden> first of a month</VisuallyHidden>
        </Button>
        <Button aria-disabled={next === undefined} onClick={() => next && choose(next)}>
          <span className="hidden-if-compact">Next</span>
          <VisuallyHidden> first of a month</VisuallyHidden>
          <ChevronRight size={16} aria-hidden="true" />
        </Button>
        <Button onClick={() => choose(undefined)}>Latest</Button>
      </Row>
    </Row>
  );
}
