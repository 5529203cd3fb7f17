import { reportMissingPart } from '#lib/page/missing-part.ts';
import type { RuleSubject } from './rule-form.ts';

/** Loads the panel of a rule, and opens it. */
export function loadRule(subject: RuleSubject, onSaved?: () => void): void {
  import('./open-rule.tsx')
    .then(({ openRule }) => openRule(subject, onSaved))
    .catch((error: unknown) => {
      console.warn('The panel of an alert could not be loaded.', error);
      reportMissingPart();
    });
}
