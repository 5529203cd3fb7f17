import { BellPlus } from 'lucide-react';
import { IconButton } from '#kits/ui/Button.tsx';
import type { SiteActionProps } from '#stores/site-hooks.ts';
import { loadRule } from '../screen/load-rule.ts';

export default function AlertSign({ site }: SiteActionProps) {
  return (
    <IconButton
      icon={BellPlus}
      size={14}
      label={`Alert me about ${site.loc_name}`}
      title="Alert me"
      aria-haspopup="dialog"
      onClick={() => loadRule(site)}
    />
  );
}
