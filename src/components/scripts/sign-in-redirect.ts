import { safeLocalStorage } from '#lib/page/storage.ts';
import { describeClock } from '#session/clock-offset.ts';
import { isJustSignedIn, markJustSignedIn } from '#session/just-signed-in.ts';
import { storeOpenedAddress } from '#session/opened-address.ts';
import { $session, finishSignIn, signIn, startSession } from '#session/session.ts';
import {
  describeSignInFailure,
  describeSignInFault,
  findSignInFault,
  parseReturnTo,
  returnToOfFailure,
  signInStep,
} from '#session/sign-in.ts';

function element(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-sign-in-${name}]`);
}

/** Shows why nobody is signed in, and a button that signs in. */
function showMessage(message: string, returnTo: string, action: 'Try again' | 'Log in'): void {
  element('wait')?.setAttribute('hidden', '');
  const failed = element('failed');
  const retryButton = element('again');
  if (failed) failed.hidden = false;
  const messageElement = element('message');
  if (messageElement) messageElement.textContent = message;
  const label = element('again-label');
  if (label) label.textContent = action;
  if (retryButton) retryButton.onclick = () => void redirectToSignIn(returnTo);
}

function showFailure(message: string, returnTo: string): void {
  showMessage(message, returnTo, 'Try again');
  // Removes the provider's parameters, which can be used only once.
  history.replaceState(null, '', `${location.pathname}#${returnTo}`);
}

function showWait(text: string): void {
  element('failed')?.setAttribute('hidden', '');
  const wait = element('wait');
  wait?.removeAttribute('hidden');
  wait?.lastChild?.replaceWith(` ${text}`);
}

async function redirectToSignIn(returnTo: string): Promise<void> {
  showWait('Taking you to sign-in…');
  if ($session.get().status === 'signed-in') return location.replace(returnTo);
  const { cookieEnabled } = navigator;
  const fault = findSignInFault(safeLocalStorage, { cookieEnabled, isSecure: isSecureContext });
  if (fault) return showFailure(describeSignInFault(fault), returnTo);
  storeOpenedAddress(returnTo);
  try {
    await signIn(returnTo);
  } catch (error) {
    showFailure(await describeSignInFailure(error, describeClock), returnTo);
  }
}

async function completeSignIn(): Promise<void> {
  showWait('Signing you in…');
  try {
    const returnTo = parseReturnTo(await finishSignIn(location.href), location.origin);
    markJustSignedIn();
    location.replace(returnTo);
  } catch (error) {
    const refusal = new URLSearchParams(location.search).get('error');
    showFailure(
      await describeSignInFailure(error, describeClock, refusal),
      returnToOfFailure(error, location.origin),
    );
  }
}

let isStarted = false;

function startStep(): void {
  const { status } = $session.get();
  const step = signInStep(location, status, isJustSignedIn());
  // Waits until a stored session is renewed.
  if (isStarted || (status === 'unknown' && (step.kind === 'ask' || step.kind === 'logged-out'))) return;
  isStarted = true;
  if (step.kind === 'finish') void completeSignIn();
  else if (step.kind === 'go') location.replace(step.to);
  else if (step.kind === 'ask') void redirectToSignIn(step.returnTo);
  else if (step.kind === 'logged-out') showMessage(step.message, step.returnTo, 'Log in');
  else showFailure(step.message, step.returnTo);
}

startSession();
$session.subscribe(startStep);
// Another link to this page changes only the hash.
addEventListener('hashchange', () => location.reload());
