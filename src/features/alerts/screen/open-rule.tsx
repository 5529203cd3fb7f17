import { mountPart } from '#kits/ui/mount-part.tsx';
import { RuleDrawer } from './RuleDrawer.tsx';
import type { RuleSubject } from './rule-form.ts';

/** Opens the panel of a rule over the page. `onSaved` is called when it was saved. */
export function openRule(subject: RuleSubject, onSaved?: () => void): void {
  const place = document.body.appendChild(document.createElement('div'));
  const end = mountPart(
    place,
    <RuleDrawer
      subject={subject}
      onSaved={onSaved}
      onClosed={() => {
        end();
        place.remove();
      }}
    />,
  );
}
