import { BellPlus } from 'lucide-react';
import { Button } from '#kits/ui/index.ts';
import type { SiteActionProps } from '#stores/site-hooks.ts';
import styles from '../screen/Alerts.module.css';
import { loadRule } from '../screen/load-rule.ts';

export default function AlertAction({ site }: SiteActionProps) {
  return (
    <Button
      aria-haspopup="dialog"
      aria-label={`Alert me about ${site.loc_name}`}
      onClick={(event) => {
        // In a popup, the map would take it for a click on itself.
        event.stopPropagation();
        loadRule(site);
      }}
    >
      <BellPlus size={15} aria-hidden="true" />
      <span className={styles.label}>Alert me</span>
    </Button>
  );
}
