import type { FastifyInstance, FastifyReply } from 'fastify';
import { headStart, html, type Markup } from '#lib/html.ts';
import type { Store } from '#server/db/store.ts';
import { isSameSecret } from '#server/is-same-secret.ts';
import { serializePolicy } from '#server/plugins/security-headers.ts';
import { inlineHashes } from '#server/plugins/site/scan-site.ts';
import { profilePath } from '../../rules/firing-mail.ts';
import { confirmMac } from './links.ts';
import { confirmRecipient, type FoundRecipient, findRecipient, stopRecipient } from './recipients.ts';

const style =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem;overflow-wrap:anywhere}h1{font-size:1.4rem}button{font:inherit;padding:.5rem 1rem}';

/** Programs that read links before people do must not confirm or stop anything: GET asks, POST does. */
const notValid = { title: 'This link is not valid', text: 'Copy the whole address from the mail.' } as const;

type Choice = {
  readonly title: string;
  readonly text: string;
  readonly action?: string;
  readonly path?: string;
};

/**
 * Registers the pages to which the links of mails lead. They need no sign-in and no script. A mail program stops the mails by a
 * POST of its own (RFC 8058), for which no page is read.
 */
export function registerStopPages(app: FastifyInstance, store: Store): void {
  const options = { schema: { hide: true }, config: { hasSecretPath: true } } as const;
  app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    // The body says nothing that the address does not.
    pages.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null),
    );

    type Confirm = { Params: { id: string; mac: string } };
    const findUnconfirmed = async ({ id, mac }: Confirm['Params']) => {
      const found = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)
        ? await findRecipient(store, { id })
        : undefined;
      return found && isSameSecret(mac, confirmMac(found.stop_key)) ? found : undefined;
    };
    pages.get<Confirm>('/alerts/confirm/:id/:mac', options, async ({ params }, reply) => {
      const found = await findUnconfirmed(params);
      return sendPage(reply, found && describeConfirm(found));
    });
    pages.post<Confirm>('/alerts/confirm/:id/:mac', options, async ({ params }, reply) => {
      const found = await findUnconfirmed(params);
      if (found) await confirmRecipient(store, found.id);
      const after = found && (await findRecipient(store, { id: found.id }));
      return sendPage(reply, after && describeConfirm(after));
    });

    type Stop = { Params: { key: string }; Querystring: { only?: unknown } };
    const onlyOf = (query: Stop['Querystring']) => (query.only === 'letter' ? 'letter' : undefined);
    pages.get<Stop>('/alerts/stop/:key', options, async ({ params, query }, reply) => {
      const found = await findRecipient(store, { stopKey: params.key });
      return sendPage(reply, found && describeStop(found, onlyOf(query)));
    });
    pages.post<Stop>('/alerts/stop/:key', options, async ({ params, query }, reply) => {
      const found = await findRecipient(store, { stopKey: params.key });
      if (found) await stopRecipient(store, found.id, onlyOf(query));
      const what = onlyOf(query) ? 'letter' : 'mail';
      return sendPage(
        reply,
        found && {
          title: 'Stopped',
          text: `${found.email} has no ${what} from this portal any more. To have it again, remove the address on your profile and add it once more.`,
        },
      );
    });
  });
}

function describeConfirm({ email, state }: FoundRecipient): Choice {
  if (state === 'confirmed') return { title: 'Confirmed', text: `Mails go to ${email}.`, path: profilePath };
  if (state !== 'unconfirmed') return { title: 'Stopped', text: `${email} has no mail from this portal.` };
  return { title: 'Confirm this address', text: `Send alerts and letters to ${email}?`, action: 'Confirm' };
}

function describeStop({ email, state }: FoundRecipient, only: 'letter' | undefined): Choice {
  if (state === 'stopped') return { title: 'Stopped', text: `${email} has no mail from this portal.` };
  const what = only === undefined ? 'all mails of this portal' : 'the weekly letter';
  return { title: 'Stop mails', text: `Stop ${what} to ${email}?`, action: 'Stop' };
}

function sendPage(reply: FastifyReply, found: Choice | undefined): FastifyReply {
  const { markup } = page(found ?? notValid);
  const { styles } = inlineHashes(markup);
  return reply
    .code(found ? 200 : 404)
    .headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': serializePolicy({
        'default-src': ["'none'"],
        'style-src': styles,
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
      }),
    })
    .type('text/html; charset=utf-8')
    .send(markup);
}

function page({ title, text, action, path }: Choice): Markup {
  return html`<!doctype html><html lang="en"><head>${{ markup: headStart }}<title>${title}</title><style>${{ markup: style }}</style></head><body><main><h1>${title}</h1><p>${text}</p>${action !== undefined && html`<form method="post"><button>${action}</button></form>`}${path !== undefined && html`<p><a href="${path}">Your profile</a></p>`}</main></body></html>`;
}
