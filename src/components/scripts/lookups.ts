import { whenIdle } from '#lib/page/yield-to-page.ts';
import { $session } from '#session/session.ts';

const timeoutMs = 3000;

/** Fetches the lookup tables once after sign-in, when the page has nothing more urgent to do. */
export function startLookups(): void {
  let subject: string | undefined;
  $session.subscribe((session) => {
    if (session.status !== 'signed-in' || session.user.sub === subject) return;
    subject = session.user.sub;
    whenIdle(() => void load(session.user.sub), timeoutMs);
  });
}

async function load(subject: string): Promise<void> {
  try {
    const { loadLookups } = await import('#stores/lookups.ts');
    const { request } = await import('#stores/api.ts');
    await loadLookups({ request, subject });
  } catch (error) {
    console.warn('The lookup tables could not be loaded.', error);
  }
}
