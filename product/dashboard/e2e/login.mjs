// A person with a browser and an identity provider: logs in, confirms the code of a command, submits a bag, and logs out. Another
// person has the name of a local user.
import { ADDRESS, ISSUER, check, inspect, log, withPeople } from './browser.mjs';
import { PROVIDER, logIn, sessionCookie, statusWith } from './people.mjs';

const USER = process.env.TENDER_USER ?? '';
const LOCAL_USER = process.env.TENDER_LOCAL_USER ?? '';
const DEVICE_URL = process.env.TENDER_DEVICE_URL ?? '';
const DEVICE_CODE = process.env.TENDER_DEVICE_CODE ?? '';

await withPeople(2, async ([page, other], errors) => {
  await page.goto(`${ADDRESS}/#/providers`);
  await page.getByRole('button', { name: `Sign in with ${PROVIDER}` }).waitFor();
  await inspect(page, 'sign-in-provider');
  const requests = [];
  page.on('request', (request) => requests.push(request));
  await logIn(page, USER);
  // The browser is back at the page that the user had opened.
  await page.getByRole('heading', { name: 'Providers' }).waitFor();
  check(page.url() === `${ADDRESS}/#/providers`, `the URL is that of the page, and not ${page.url()}`);
  await page.getByText(`Signed in as ${USER}`).waitFor();
  const authorization = requests.find((request) => request.url().startsWith(`${ISSUER}/protocol/openid-connect/auth?`));
  check(authorization?.url().includes('code_challenge_method=S256'), 'the login uses PKCE');
  check((await page.evaluate(() => document.cookie)) === '', 'scripts cannot read the cookie');
  check((await page.evaluate(() => sessionStorage.length)) === 0, 'the page stores no token');
  log('logged in');

  await confirmDevice(await page.context().newPage());

  await page.getByRole('link', { name: 'Quote', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('by-login');
  await page.getByLabel('Shell command').fill('echo "task {task} ran"');
  await page.getByLabel('Number of tasks').fill('8');
  await page.getByLabel('Runtime').fill('2s');
  await page.getByLabel('Deadline').fill('+120s');
  await page.getByRole('button', { name: 'Get a quote' }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByText('Promised: all by').waitFor();
  await inspect(page, 'bag-of-login');
  await page.getByText(/^Finished: all 8 tasks succeeded/).waitFor({ timeout: 90_000 });
  const withToken = requests.filter((request) => request.headers()['authorization'] !== undefined);
  check(withToken.length === 0, 'no request has a token');
  log('submitted a bag, and saw it end');

  const cookie = await sessionCookie(page);
  check((await statusWith(cookie)) === 200, 'the cookie is accepted before the logout');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: `Sign in with ${PROVIDER}` }).waitFor();
  check(page.url().startsWith(`${ADDRESS}/`), 'the browser is back at the market after the logout');
  check((await statusWith(cookie)) === 401, 'the cookie is worth nothing after the logout');
  // The login at the identity provider has ended too: it asks for the password again.
  await page.getByRole('button', { name: `Sign in with ${PROVIDER}` }).click();
  await page.locator('#password').waitFor();
  log('logged out');

  await other.goto(`${ADDRESS}/`);
  await logIn(other, LOCAL_USER);
  await other.getByText('The login failed').waitFor();
  await other.getByText(`The name '${LOCAL_USER}' belongs to another user of this market.`).waitFor();
  check(other.url() === `${ADDRESS}/`, `the URL has no values of the login: ${other.url()}`);
  await inspect(other, 'login-failed');
  log('the name of a local user was refused');
  expectOnly(errors, [' 403 ', ' 401 ']);
});

/** Enters the code that a command has printed. */
async function confirmDevice(page) {
  await page.goto(DEVICE_URL);
  await page.locator('#device-user-code').fill(DEVICE_CODE);
  await page.getByRole('button', { name: 'Submit' }).click();
  // The person has logged in in this browser, and only agrees.
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Device Login Successful').waitFor();
  await page.close();
  log('confirmed the code of the command');
}

/** The browser logs answers that are expected. */
function expectOnly(errors, expected) {
  errors.splice(0, errors.length, ...errors.filter((error) => !expected.some((part) => error.includes(part))));
}
