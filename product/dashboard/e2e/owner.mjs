// A cluster's owner with a browser: sees local jobs and bags, pauses, reduces the capacity, and reads the disclosure log.
import { ADDRESS, TOKEN, check, inspect, log, withBrowser } from './browser.mjs';

const PROVIDER = process.env.TENDER_PROVIDER ?? '';
/** Longer for screenshots, so that the charts have content. */
const WAIT_MILLIS = process.env.TENDER_PICTURES ? 60_000 : 6_000;

await withBrowser(async (page, errors) => {
  await page.goto(`${ADDRESS}/`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('Token').fill('not-a-token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('not valid, or was revoked').waitFor();
  // The browser logs the 401 response.
  errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('401')));
  await page.goto(`${ADDRESS}/#token=${encodeURIComponent(TOKEN)}`);
  await page.getByRole('heading', { name: PROVIDER }).waitFor();
  check(!page.url().includes(TOKEN), 'the token is not in the URL');
  await page.getByText('Connected to the market.').waitFor();
  log('signed in');

  // A bag runs beside local jobs.
  await page.getByText('committed', { exact: true }).first().waitFor();
  await page.getByText(/^Jobs of your users: [1-9]\d* running,/).waitFor();
  await page.getByRole('img', { name: /^Now [1-9].* run local jobs and [1-9]\d* run tasks of bags/ }).waitFor();
  await page.getByText('Part committed.').waitFor();
  await page.getByLabel('Time range').selectOption('5 minutes');
  await page.getByText(/^Results of \d+ tasks? sent/).first().waitFor();
  await page.waitForTimeout(WAIT_MILLIS);
  await inspect(page, 'owner');
  log('a bag beside local jobs');

  const toggle = page.getByRole('switch');
  check((await toggle.getAttribute('aria-checked')) === 'true', 'the agent makes offers');
  await toggle.focus();
  await page.keyboard.press('Space');
  await page.getByRole('heading', { name: 'Paused' }).waitFor();
  check((await toggle.getAttribute('aria-checked')) === 'false', 'the agent makes no offers');
  log('paused');
  // The agent answers a call without offers.
  await page.getByText('No offer.').first().waitFor({ timeout: 60_000 });
  await toggle.click();
  await page.getByRole('heading', { name: 'Offering' }).waitFor();

  const slider = page.getByRole('slider');
  const all = Number(await slider.inputValue());
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.getByText(`At most ${all - 2} of ${all} processors`).waitFor();
  await page.waitForTimeout(3000);
  check(Number(await slider.inputValue()) === all - 2, 'the agent keeps the limit');
  await page.reload();
  await page.getByText(`At most ${all - 2} of ${all} processors`).waitFor();
  await page.getByText('offered at most', { exact: true }).waitFor();
  log('capacity reduced');

  await page.getByText('No bags running.').waitFor({ timeout: 120_000 });
  const billed = page.getByRole('row', { name: /^Today/ }).getByText(/credits?$/);
  check(Number((await billed.textContent())?.split(' ')[0]) > 0, 'the billed amount is positive');
  const disclosures = page.getByRole('region', { name: 'Disclosure log' });
  const earlier = disclosures.getByRole('button', { name: 'Earlier' });
  // The button appears when the log is longer than a page, which a slow machine reaches late.
  await earlier.waitFor({ timeout: 90_000 });
  const before = await disclosures.locator('pre').count();
  await earlier.click();
  await page.waitForTimeout(1000);
  check((await disclosures.locator('pre').count()) > before, 'earlier lines are shown');
  await disclosures.locator('summary').first().click();
  await disclosures.locator('pre').first().waitFor();
  check((await disclosures.locator('pre').first().textContent())?.startsWith('{"kind":'), 'the message is shown as it was sent');
  await inspect(page, 'owner-later');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  log('signed out');
});
