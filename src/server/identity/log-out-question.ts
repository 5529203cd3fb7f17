import type { Config } from '../config.ts';
import { pageContentPolicy } from '../plugins/security-headers.ts';
import { inlineHashes } from '../plugins/site/scan-site.ts';

/**
 * A page that asks before it logs out, for whoever follows a link of another site. With the built-in provider its
 * button ends the provider's session, too; with a tenant the portal's own page does everything.
 */
export function createLogOutQuestion(config: Config): { html: string; headers: Record<string, string> } {
  const form =
    config.identity.kind === 'demo'
      ? '<form method="post" action="/v2/logout">'
      : '<form method="get" action="/auth/logout">';
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>Log out?</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 15vh auto 0; padding: 0 1rem; }
button { font: inherit; min-height: 2.75rem; padding: 0 1.25rem; margin-right: 1rem; }
</style></head>
<body><main><h1>Log out?</h1>
<p>You came here by a link from outside this portal.</p>
${form}<button>Log out</button><a href="/">Stay logged in</a></form></main></body>
</html>
`;
  const { styles } = inlineHashes(html);
  return {
    html,
    headers: {
      'content-security-policy': pageContentPolicy(config, { scripts: [], styles }),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    },
  };
}
