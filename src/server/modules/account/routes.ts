import type { FastifyInstance } from 'fastify';
import { mockResetPassword, mockSignIn, mockSignUp, readAccountUser } from '#contract/account.ts';
import type { Config } from '../../config.ts';
import { findByCredentials, theDemoAccount, wrongCredentials } from '../../identity/accounts.ts';
import { SignInAttempts } from '../../identity/attempts.ts';
import { mount } from '../../mount.ts';
import { HttpProblem, unauthorized } from '../../problems.ts';

export function mountAccount(app: FastifyInstance, config: Config) {
  mount(app, readAccountUser, async ({ caller }) => {
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

  const attempts = new SignInAttempts();
  const demoAccount = async (address: string, { email, password }: { email: string; password: string }) => {
    refuseElsewhere(config);
    const wait = attempts.wait(address, email);
    if (wait > 0) {
      throw new HttpProblem(429, `Too many tries. Wait ${wait} s, then try again.`, {
        headers: { 'retry-after': String(wait) },
      });
    }
    const account = await findByCredentials(email, password);
    if (!theDemoAccount || account !== theDemoAccount) {
      attempts.failed(address, email);
      throw wrong();
    }
    const { subject, name, roles } = theDemoAccount;
    return { user: { sub: subject, name, email: theDemoAccount.email, roles: [...roles] } };
  };
  mount(app, mockSignIn, ({ body }, { ip }) => demoAccount(ip, body));
  mount(app, mockSignUp, ({ body }, { ip }) => demoAccount(ip, body));
  mount(app, mockResetPassword, async ({ body }) => {
    refuseElsewhere(config);
    if (body.email.trim().toLowerCase() !== theDemoAccount?.email) throw wrong();
    return { message: 'The password of the demo account is on the sign-in page. Nothing was sent.' };
  });
}

function refuseElsewhere({ identity }: Config) {
  if (identity.kind !== 'demo') throw new HttpProblem(404, 'There is no such call.');
}

function wrong() {
  return new HttpProblem(401, wrongCredentials, { headers: { 'www-authenticate': 'Form' } });
}
