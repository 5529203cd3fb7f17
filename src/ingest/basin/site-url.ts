import type { BasinSite } from '#contract/basin.ts';

/** Finds the public page of a site: the basin file's `url`, or else the agency's page. */
export function siteUrl({ id, provider, url }: BasinSite): string | undefined {
  if (url !== undefined) return url;
  switch (provider) {
    case 'USGS':
      return usgsUrl(id);
    case 'NRCS Snotel':
      return `https://wcc.sc.egov.usda.gov/nwcc/site?sitenum=${id.split(':')[0]}`;
    case 'USBR AgriMet':
    case 'USBR HydroMet':
      return /^\d+$/.test(id)
        ? usgsUrl(id)
        : `https://www.usbr.gov/pn-bin/inventory.pl?site=${id}&interval=daily`;
    case 'IDWR':
      return `https://research.idwr.idaho.gov/apps/Shared/LfRelatedDocs/Home/SearchWcGet?WellID=${id.replace('IDWR-', '')}`;
    case 'IDWR Accounting':
      return 'https://research.idwr.idaho.gov/apps/hydrologic/accounting/';
    case 'IDWR AquaInfo':
      return 'https://research.idwr.idaho.gov/apps/hydrologic/aquainfo/';
    case 'IDWR IWRB and IGWA':
    case 'Calculation':
      return undefined;
  }
}

function usgsUrl(id: string) {
  return `https://waterdata.usgs.gov/monitoring-location/USGS-${id}/`;
}
