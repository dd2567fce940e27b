// What people do at the identity provider.
import { ADDRESS } from './browser.mjs';

/** The name of the identity provider on the dashboard. */
export const PROVIDER = process.env.TENDER_PROVIDER_NAME ?? '';
const PASSWORD = process.env.TENDER_PASSWORD ?? '';

/** Logs in from the dashboard's sign-in page. */
export async function logIn(page, user) {
  await page.getByRole('button', { name: `Sign in with ${PROVIDER}` }).click();
  await page.locator('#username').fill(user);
  await page.locator('#password').fill(PASSWORD);
  await page.locator('#kc-login').click();
}

/** The session of a browser, as a header of requests. */
export async function sessionCookie(page) {
  const cookie = (await page.context().cookies(ADDRESS)).find((one) => one.name === 'tender');
  return `${cookie?.name}=${cookie?.value}`;
}

/** How the server answers a request with a cookie that a thief has copied. */
export async function statusWith(cookie) {
  return (await fetch(`${ADDRESS}/v1/bags`, { headers: { Cookie: cookie } })).status;
}
