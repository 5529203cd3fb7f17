import { BellPlus } from 'lucide-react';
import { Button, VisuallyHidden } from '#kits/ui/index.ts';
import type { SiteActionProps } from '#stores/site-hooks.ts';
import { loadRule } from '../screen/load-rule.ts';

export default function AlertAction({ site }: SiteActionProps) {
  return (
    <Button
      aria-haspopup="dialog"
      onClick={(event) => {
        // In a popup, the map would take it for a click on itself.
        event.stopPropagation();
        loadRule(site);
      }}
    >
      <BellPlus size={15} aria-hidden="true" />
      Alert me
      <VisuallyHidden> about {site.loc_name}</VisuallyHidden>
    </Button>
  );
}
