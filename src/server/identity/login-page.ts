import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { escapeHtml } from '#lib/escape-html.ts';
import type { Config } from '../config.ts';
import { pageContentPolicy } from '../plugins/security-headers.ts';
import { inlineHashes } from '../plugins/site/scan-site.ts';

export type LoginPage = { readonly html: string; readonly policy: string };

/** Used before the pages are built, as in development. */
const fallbackHtml = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign in</title></head>
<body><main><h1>Sign in</h1><form method="post"><p role="alert">{{message}}</p>
<p><label>Email <input name="email" type="email" autocomplete="username" required value="{{email}}"></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
<p><button>Sign in</button></p></form></main></body>
</html>
`;

/** Fills the sign-in page with a message and the address that was entered. */
export function createLoginPage(
  config: Config,
): (values: { message: string; email: string }) => Promise<LoginPage> {
  const file = path.resolve(config.distDir, 'interaction/index.html');
  let cachedPage: LoginPage | undefined;

  const loadPage = async (): Promise<LoginPage> => {
    const html = config.signInPageUrl
      ? await fetchPage(config.signInPageUrl)
      : existsSync(file) && readFileSync(file, 'utf8');
    if (!html) return { html: fallbackHtml, policy: pageContentPolicy(config, { scripts: [], styles: [] }) };
    const page = { html, policy: pageContentPolicy(config, inlineHashes(html)) };
    if (!config.signInPageUrl) cachedPage = page;
    return page;
  };

  return async ({ message, email }) => {
    const page = cachedPage ?? (await loadPage());
    const values: Record<string, string> = { message, email, invalid: String(message !== '') };
    const html = page.html.replace(/\{\{(message|email|invalid)\}\}/g, (_, name: string) =>
      escapeHtml(values[name] ?? ''),
    );
    return { html, policy: page.policy };
  };
}

async function fetchPage(address: string) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  return answer?.ok ? answer.text() : undefined;
}
