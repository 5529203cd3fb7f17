import { ChartLine } from 'lucide-react';
import type { SiteFacts, SiteRecord } from '#contract/site-page.ts';
import { dataAddress } from '#domain/data-address.ts';
import { buttonClass } from '#kits/ui/index.ts';
import { LinkToData } from '#kits/ui/LinkToData.tsx';
import { describeAccess } from '#stores/data-access.ts';
import { showToast } from '#stores/toasts.ts';
import styles from './SitePage.module.css';
import { toolLinks } from './tool-links.ts';

type Props = { site: SiteFacts; record: SiteRecord; today: string };

/** Links into the tools with the site chosen, and to its daily values. */
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
        <li>
          <LinkToData
            of={`${record.parameter_name}, daily values`}
            address={dataAddress('daily', { site: site.loc_id, parameter: record.parameter_name })}
            access={describeAccess([site.data_provider])}
            notify={showToast}
          />
        </li>
      </ul>
    </nav>
  );
}
