// An operator by a login at the identity provider: the pages of operators work with the session's cookie, and without a token. The
// session of an ordinary person is refused there, and that of the operator ends to be one when the role is taken away.
import { ADDRESS, check, inspect, log, signIn, withPeople } from './browser.mjs';
import { logIn, sessionCookie } from './people.mjs';

const OPERATOR = process.env.TENDER_OPERATOR ?? '';
const USER = process.env.TENDER_USER ?? '';
const USERS = '/v1/operator/users';

const market = (page) => page.getByRole('link', { name: 'Market', exact: true });

/** How the server answers a request of the page, which has the cookie and the page's origin. */
function status(page, method, path, body) {
  return page.evaluate(
    async ([method, path, body]) => (await fetch(path, { method, ...(body === null ? {} : { body: JSON.stringify(body) }) })).status,
    [method, path, body ?? null],
  );
}

await withPeople(3, async ([first, operator, user], errors) => {
  for (const page of [first, operator]) {
    page.on('dialog', (dialog) => dialog.accept());
  }
  // A person is a user from the first login on, and then gets the role from an operator.
  await operator.goto(`${ADDRESS}/`);
  await logIn(operator, OPERATOR);
  await operator.getByRole('heading', { name: 'Overview' }).waitFor();
  check((await status(operator, 'GET', USERS)) === 403, 'a person without the role does not see the users');
  await signIn(first);
  await market(first).click();
  await first.getByLabel(`Role of ${OPERATOR}`).selectOption('operator');
  await first.getByText(`${OPERATOR} has the role operator now.`).waitFor();

  const requests = [];
  operator.on('request', (request) => requests.push(request));
  await operator.reload();
  await market(operator).click();
  await operator.getByText(`Every change is in the audit log with your name, ${OPERATOR}.`).waitFor();
  await operator.getByLabel('Name', { exact: true }).fill('emil');
  await operator.getByRole('button', { name: 'Add user' }).click();
  await operator.getByText('Token of emil.').waitFor();
  await operator.getByRole('button', { name: 'Revoke emil' }).click();
  await operator.getByText('emil has no access any more.').waitFor();
  await operator.getByRole('row', { name: /emil/ }).filter({ hasText: 'revoked' }).waitFor();
  await operator.getByRole('navigation', { name: 'Market' }).getByRole('link', { name: 'Audit log' }).click();
  await operator.getByRole('row', { name: new RegExp(`user ${OPERATOR}.*${USERS}: emil, role user`) }).waitFor();
  await inspect(operator, 'operator-by-login');
  const withToken = requests.filter((request) => request.headers()['authorization'] !== undefined);
  check(withToken.length === 0, 'no request has a token');
  log('an operator managed users with a session');

  // A page of another site can make a browser send the cookie, but not the origin of the market.
  const forged = await fetch(`${ADDRESS}${USERS}`, {
    method: 'POST', body: JSON.stringify({ user: 'eve', role: 'operator' }),
    headers: { Cookie: await sessionCookie(operator), Origin: 'https://elsewhere.example.org' },
  });
  check(forged.status === 403, `a request of another site is refused: ${forged.status}`);

  await user.goto(`${ADDRESS}/`);
  await logIn(user, USER);
  await user.getByRole('heading', { name: 'Overview' }).waitFor();
  await user.waitForTimeout(1500);
  check((await market(user).count()) === 0, 'a user sees no link to the market');
  check((await status(user, 'GET', USERS)) === 403, 'a user does not see the users');
  check((await status(user, 'POST', USERS, { user: 'eve', role: 'operator' })) === 403, 'a user adds no users');
  check((await status(user, 'POST', `${USERS}/${OPERATOR}/revoke`, {})) === 403, 'a user revokes no users');
  check((await status(user, 'PUT', `${USERS}/${USER}/role`, { role: 'operator' })) === 403, 'a user takes no role');
  check((await status(user, 'GET', '/v1/bags')) === 200, 'the session of the user is valid');
  log('the session of a user was refused');

  await first.getByLabel(`Role of ${OPERATOR}`).selectOption('user');
  await first.getByText(`${OPERATOR} has the role user now.`).waitFor();
  check((await status(operator, 'POST', USERS, { user: 'eve', role: 'user' })) === 403, 'the role has ended for the session');
  await operator.goto(`${ADDRESS}/`);
  await operator.reload();
  await operator.getByRole('heading', { name: 'Overview' }).waitFor();
  await operator.waitForTimeout(1500);
  check((await market(operator).count()) === 0, 'a former operator sees no link to the market');
  check((await first.getByRole('row', { name: /eve/ }).count()) === 0, 'no refused request had an effect');
  log('the role ended with the next request');
  // The browser logs answers that are expected.
  errors.splice(0, errors.length, ...errors.filter((error) => !error.includes(' 403 ')));
});
