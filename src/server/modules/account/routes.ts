import type { FastifyInstance } from 'fastify';
import { mockResetPassword, mockSignIn, mockSignUp, readAccountUser } from '#contract/account.ts';
import type { Config } from '../../config.ts';
import { HttpProblem, unauthorized } from '../../http/problems.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { findByCredentials, mockSignInAccount, wrongCredentials } from '../../identity/accounts.ts';
import { SignInLimiter } from '../../identity/sign-in-attempts.ts';

export function registerAccountRoutes(app: FastifyInstance, config: Config) {
  registerEndpoint(app, readAccountUser, async ({ caller }) => {
    if (!caller) throw unauthorized('none');
    const { subject, roles } = caller;
    return {
      sub: subject,
      roles: [...roles],
      isDeveloper: roles.has('Developer'),
      isAdmin: roles.has('Administrator'),
      isUser: roles.has('User'),
    };
  });

  const attempts = new SignInLimiter();
  const signInWithMock = async (
    address: string,
    { email, password }: { email: string; password: string },
  ) => {
    requireDemoIdentity(config);
    const retryAfter = attempts.secondsToWait(address, email);
    if (retryAfter > 0) {
      throw new HttpProblem(429, `Too many tries. Wait ${retryAfter} s, then try again.`, {
        headers: { 'retry-after': String(retryAfter) },
      });
    }
    const account = await findByCredentials(email, password);
    if (!mockSignInAccount || account !== mockSignInAccount) {
      attempts.recordFailure(address, email);
      throw wrongCredentialsProblem();
    }
    const { subject, name, roles } = mockSignInAccount;
    return { user: { sub: subject, name, email: mockSignInAccount.email, roles: [...roles] } };
  };
  registerEndpoint(app, mockSignIn, ({ body }, { ip }) => signInWithMock(ip, body));
  registerEndpoint(app, mockSignUp, ({ body }, { ip }) => signInWithMock(ip, body));
  registerEndpoint(app, mockResetPassword, async ({ body }) => {
    requireDemoIdentity(config);
    if (body.email.trim().toLowerCase() !== mockSignInAccount?.email) throw wrongCredentialsProblem();
    return { message: 'The password of the demo account is on the sign-in page. Nothing was sent.' };
  });
}

function requireDemoIdentity({ identity }: Config) {
  if (identity.kind !== 'demo') throw new HttpProblem(404, 'There is no such call.');
}

function wrongCredentialsProblem() {
  return new HttpProblem(401, wrongCredentials, { headers: { 'www-authenticate': 'Form' } });
}
