import { $session, finish, signIn, startSession } from '#stores/auth.ts';
import { checkClock } from '#stores/clock.ts';
import { isJustSignedIn, noteSignIn } from '#stores/just-signed-in.ts';
import { failureMessage, goalOf, goalOfFailure, signInStep } from '#stores/sign-in.ts';

function element(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-sign-in-${name}]`);
}

function showFailure(message: string, returnTo: string): void {
  element('wait')?.setAttribute('hidden', '');
  const failed = element('failed');
  const again = element('again');
  if (failed) failed.hidden = false;
  const words = element('message');
  if (words) words.textContent = message;
  if (again) again.onclick = () => void ask(returnTo);
  // What the provider wrote into the address has done its work.
  history.replaceState(null, '', `${location.pathname}#${returnTo}`);
}

function showWait(words: string): void {
  element('failed')?.setAttribute('hidden', '');
  const wait = element('wait');
  wait?.removeAttribute('hidden');
  wait?.lastChild?.replaceWith(` ${words}`);
}

async function ask(returnTo: string): Promise<void> {
  showWait('Taking you to sign-in…');
  if ($session.get().status === 'signed-in') return location.replace(returnTo);
  try {
    await signIn(returnTo);
  } catch (error) {
    showFailure(await failureMessage(error, checkClock), returnTo);
  }
}

async function end(): Promise<void> {
  showWait('Signing you in…');
  try {
    const returnTo = goalOf(await finish(location.href), location.origin);
    noteSignIn();
    location.replace(returnTo);
  } catch (error) {
    const refusal = new URLSearchParams(location.search).get('error');
    showFailure(await failureMessage(error, checkClock, refusal), goalOfFailure(error, location.origin));
  }
}

let begun = false;

function begin(): void {
  const { status } = $session.get();
  const step = signInStep(location, status, isJustSignedIn());
  // A stored session may still turn out to hold.
  if (begun || (status === 'unknown' && step.kind === 'ask')) return;
  begun = true;
  if (step.kind === 'finish') void end();
  else if (step.kind === 'go') location.replace(step.to);
  else if (step.kind === 'ask') void ask(step.returnTo);
  else showFailure(step.message, step.returnTo);
}

startSession();
$session.subscribe(begin);
// Another link to this page changes no more than the hash.
addEventListener('hashchange', () => location.reload());
