import type { FastifyInstance } from 'fastify';
import { mockResetPassword, mockSignIn, mockSignUp, readAccountUser } from '#contract/account/account.ts';
import type { Config } from '../config.ts';
import { HttpProblem } from '../http/problems.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
import { findByCredentials, mockSignInAccount, wrongCredentials } from './accounts.ts';
import { describeWait, type SignInLimiter } from './sign-in-limiter.ts';

export function registerAccountRoutes(app: FastifyInstance, config: Config, limiter: SignInLimiter) {
  registerEndpoint(app, readAccountUser, async ({ caller }) => {
    const { subject, roles } = caller;
    return {
      sub: subject,
      roles: [...roles],
      isDeveloper: roles.has('Developer'),
      isAdmin: roles.has('Administrator'),
      isUser: roles.has('User'),
    };
  });

  const signInWithMock = async (
    address: string,
    { email, password }: { email: string; password: string },
  ) => {
    requireDemoIdentity(config);
    const outcome = await limiter.attempt({ address, email }, async () => {
      const found = await findByCredentials(email, password);
      return found === mockSignInAccount ? found : undefined;
    });
    if (outcome.kind === 'refused') {
      throw new HttpProblem(429, describeWait(outcome.waitSeconds), {
        headers: { 'retry-after': String(outcome.waitSeconds) },
      });
    }
    const { account } = outcome;
    if (!account) throw wrongCredentialsProblem();
    const { subject, name, roles } = account;
    return { user: { sub: subject, name, email: account.email, roles: [...roles] } };
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
