import type { Demonstration } from '#contract/demonstration.ts';
import { dateFormats, formatInstant } from '#lib/calendar-text.ts';
import { isLoopbackHost } from '#lib/loopback.ts';
import type { Config } from '#server/config.ts';
import type { PublicationPoint } from '../contract.ts';

type PublicationFacts = {
  /** What is left of the demonstration. */
  readonly demonstration: Demonstration;
  readonly lastBackup: Date | undefined;
  readonly now: Date;
};

/** A backup every week is the least. */
const maxBackupAgeMs = 8 * 86_400_000;

type Settings = Pick<
  Config,
  'reach' | 'identity' | 'demoData' | 'portalOrigin' | 'trustProxy' | 'supportContact' | 'securityContact'
>;

/** Finds what is settled of the questions before the portal is published. */
export function describePublication(config: Settings, facts: PublicationFacts): PublicationPoint[] {
  const point = (question: string, is_settled: boolean, settled: string, open: string) => ({
    question,
    is_settled,
    finding: is_settled ? settled : open,
  });
  const { reach, portalOrigin } = config;
  const { series, records } = facts.demonstration;
  const { protocol, hostname } = new URL(portalOrigin);
  const { lastBackup, now } = facts;
  const backupDay = lastBackup && formatInstant(lastBackup.toISOString(), dateFormats.shortDateTime);
  const isBackedUp = lastBackup !== undefined && now.getTime() - lastBackup.getTime() <= maxBackupAgeMs;
  return [
    point(
      'Who can reach the portal?',
      reach.length > 0,
      `Others, because ${reach.join(' and ')}.`,
      'Only this computer. Put a reverse proxy with TLS before it, and set PORTAL_ORIGIN and TRUST_PROXY=on.',
    ),
    point(
      'Who signs people in?',
      config.identity.kind === 'tenant',
      'The identity provider of PUBLIC_AUTH0_DOMAIN.',
      'The accounts of the demonstration, whose passwords everybody knows. Set PUBLIC_AUTH0_DOMAIN.',
    ),
    point(
      'Are the values real?',
      series === 0 && !config.demoData,
      'No series is synthetic.',
      series > 0
        ? `The portal is a demonstration: its ${series} series are synthetic. The first import removes them. Set DEMO_DATA=off, too.`
        : 'No series is synthetic, but the next start on an empty database would write the demonstration. Set DEMO_DATA=off.',
    ),
    point(
      'Are the content records your own?',
      records === 0,
      'No record of the demonstration is left.',
      `${records} records of the demonstration have not been edited. Edit them, or remove them: npm run seed -- --remove.`,
    ),
    point(
      'At which address do people open the portal?',
      protocol === 'https:' && !isLoopbackHost(hostname),
      `At ${portalOrigin}.`,
      `At ${portalOrigin}. Set PORTAL_ORIGIN to an address that begins with https://: signing in needs it.`,
    ),
    point(
      'Does each person count by their own address?',
      config.trustProxy,
      'The proxy names them.',
      'Behind a proxy everybody would have its address, and share one limit. Set TRUST_PROXY=on.',
    ),
    point(
      'Whom do people ask for help?',
      config.supportContact !== '',
      `${config.supportContact}, on the page Support.`,
      'Only the contact of the basin file, where it has one. Name your own there, or set PUBLIC_SUPPORT_CONTACT.',
    ),
    point(
      'Whom do people tell of a vulnerability?',
      config.securityContact !== undefined,
      `${config.securityContact}, in security.txt.`,
      'Nobody is named. Set SECURITY_CONTACT.',
    ),
    point(
      'Is there a backup?',
      isBackedUp,
      `The last one was made on ${backupDay}.`,
      `${backupDay === undefined ? 'None was noted in DATA_DIR' : `The last one was made on ${backupDay}`}. Run npm run backup every night.`,
    ),
  ];
}
