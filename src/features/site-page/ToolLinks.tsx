import { ChartLine } from 'lucide-react';
import type { SiteFacts, SiteRecord } from '#contract/site-page.ts';
import { buttonClass } from '#kits/ui/index.ts';
import styles from './SitePage.module.css';
import { toolLinks } from './tool-links.ts';

type Props = { site: SiteFacts; record: SiteRecord; today: string };

/** Links into the tools with the site chosen. */
export function ToolLinks({ site, record, today }: Props) {
  return (
    <nav aria-label={`${record.parameter_name} in the tools`}>
      <ul className={styles.tools}>
        {toolLinks(site, record, today).map(({ label, href }) => (
          <li key={label}>
            <a className={buttonClass()} href={href}>
              <ChartLine size={16} aria-hidden="true" /> {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
