import type { FastifyInstance } from 'fastify';
import type { Caller } from '#server/access/access-control.ts';
import type { FeatureServices } from '#server/feature-services.ts';
import { HttpProblem } from '#server/http/problems.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { runOnClock } from '#server/run-on-clock.ts';
import * as calls from '../../contract.ts';
import { createComposer } from './compose.ts';
import { registerFeeds } from './feeds.ts';
import { queueLetters, sweepAlerts } from './letters.ts';
import { type Mailer, openMailer } from './mailer.ts';
import * as recipients from './recipients.ts';
import { noMailServer, readReport, sendTest } from './report.ts';
import { createSender } from './sender.ts';
import { registerStopPages } from './stop-pages.ts';

const checkEveryMs = 60_000;
const sweepEveryMs = 3_600_000;

/** Registers addresses, letters, feeds and what administrators see, and sends what is due while the portal runs. */
export function registerMailRoutes(app: FastifyInstance, services: FeatureServices): void {
  const { store, config, attempts } = services;
  const mailer = openMailer(config);
  const state = { is_on: mailer !== undefined, origin: config.portalOrigin };
  const read = (owner: recipients.Owner) => recipients.readMailSettingsOf(store, owner, state);

  registerEndpoint(app, calls.readMailSettings, async ({ caller, query }) => {
    const settings = await read(ownerOf(caller, query.of));
    // An access token ends, which the address of the feed would not.
    return caller.personalToken === undefined ? settings : { ...settings, feed: null };
  });
  registerEndpoint(app, calls.addRecipients, async ({ caller, body: { of, emails } }) => {
    const owner = ownerOf(caller, of);
    if (!mailer) throw noMailServer();
    await recipients.addRecipientsOf(store, { actor: caller.subject, owner, emails }, attempts);
    return read(owner);
  });
  registerEndpoint(app, calls.removeRecipient, async ({ caller, params: { id }, query }) => {
    const owner = ownerOf(caller, query.of);
    await recipients.removeRecipientOf(store, { actor: caller.subject, owner }, id);
    return read(owner);
  });
  registerEndpoint(app, calls.saveLetter, async ({ caller, body: { of, letter } }) => {
    const owner = ownerOf(caller, of);
    await recipients.saveLetterOf(store, owner, letter);
    return read(owner);
  });
  registerEndpoint(app, calls.renewFeed, async ({ caller }) => {
    await recipients.renewFeedOf(store, caller.subject);
    return read(caller.subject);
  });
  registerEndpoint(app, calls.readAlertReport, () => readReport(store, config));
  registerEndpoint(app, calls.sendTestMail, ({ caller, body: { email }, signal }) =>
    sendTest(store, mailer, { actor: caller.subject, email, origin: config.portalOrigin }, signal),
  );
  registerStopPages(app, store);
  registerFeeds(app, services);
  runMail(app, services, mailer);
}

/** @throws HttpProblem 403 for the operator’s list, if the caller is no administrator */
function ownerOf({ subject, roles }: Caller, of: calls.Whose | undefined): recipients.Owner {
  if (of !== 'list') return subject;
  if (!roles.has('Administrator')) throw new HttpProblem(403, 'This needs the role Administrator.');
  return null;
}

/** Every minute queues letters and sends what is due; without a mail server, only what is old is deleted. */
function runMail(app: FastifyInstance, services: FeatureServices, mailer: Mailer | undefined): void {
  const { store, config } = services;
  const onError = (error: unknown) => app.log.error({ err: error }, 'Mails could not be sent');
  const compose = createComposer(services);
  const { giveUpDays } = config.mail;
  const sender = mailer && createSender({ store, mailer, compose, giveUpDays, onError });
  let sweptAt = 0;
  async function work(signal: AbortSignal) {
    const now = new Date();
    if (now.getTime() - sweptAt > sweepEveryMs) {
      sweptAt = now.getTime();
      await sweepAlerts(store, config.mail.daysStored, now).catch(onError);
    }
    if (!sender) return;
    // What cannot be queued holds up nothing that is due.
    await queueLetters(store, now).catch(onError);
    await sender.sendDue(signal);
  }
  runOnClock(app, { everyMs: checkEveryMs, work, onError });
}
