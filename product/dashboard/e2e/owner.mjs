// A cluster's owner with a browser: sees her users' jobs and the bags beside them, pauses, gives less, and reads what was told.
import { ADDRESS, TOKEN, check, inspect, say, withBrowser } from './browser.mjs';

const PROVIDER = process.env.TENDER_PROVIDER ?? '';
/** So that there is something to be seen in pictures. */
const PATIENCE_MILLIS = process.env.TENDER_PICTURES ? 60_000 : 6_000;

await withBrowser(async (page, errors) => {
  await page.goto(`${ADDRESS}/`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('Token').fill('not-a-token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('not, or no longer, valid').waitFor();
  // The browser itself notes that refusal.
  errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('401')));
  await page.goto(`${ADDRESS}/#token=${encodeURIComponent(TOKEN)}`);
  await page.getByRole('heading', { name: PROVIDER }).waitFor();
  check(!page.url().includes(TOKEN), 'the token is gone from the address');
  await page.getByText('Connected to the market.').waitFor();
  say('signed in');

  // A bag is being done beside local jobs.
  await page.getByText('promised', { exact: true }).first().waitFor();
  await page.getByText(/^[1-9]\d* of your users' jobs runs?,/).waitFor();
  await page.getByRole('img', { name: /^Now [1-9].* run local jobs and [1-9]\d* run tasks of bags/ }).waitFor();
  await page.getByText('Its part will be done.').waitFor();
  await page.getByLabel('How much time is shown').selectOption('5 minutes');
  await page.getByText(/^Results of \d+ tasks? went out/).first().waitFor();
  await page.waitForTimeout(PATIENCE_MILLIS);
  await inspect(page, 'owner');
  say('a bag beside local jobs');

  const toggle = page.getByRole('switch');
  check((await toggle.getAttribute('aria-checked')) === 'true', 'it offers');
  await toggle.focus();
  await page.keyboard.press('Space');
  await page.getByRole('heading', { name: 'Paused' }).waitFor();
  check((await toggle.getAttribute('aria-checked')) === 'false', 'it offers no more');
  say('paused');
  // Somebody asks meanwhile, and is offered nothing.
  await page.getByText('Nothing was offered.').first().waitFor({ timeout: 60_000 });
  await toggle.click();
  await page.getByRole('heading', { name: 'Giving' }).waitFor();

  const slider = page.getByRole('slider');
  const all = Number(await slider.inputValue());
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.getByText(`At most ${all - 2} of ${all} processors`).waitFor();
  await page.waitForTimeout(3000);
  check(Number(await slider.inputValue()) === all - 2, 'the agent keeps to it');
  await page.reload();
  await page.getByText(`At most ${all - 2} of ${all} processors`).waitFor();
  await page.getByText('given at most', { exact: true }).waitFor();
  say('gives less');

  await page.getByText('Nothing is being done for anybody.').waitFor({ timeout: 120_000 });
  const billed = page.getByRole('row', { name: /^Today/ }).getByText(/credits?$/);
  check(Number((await billed.textContent())?.split(' ')[0]) > 0, 'something was billed');
  const log = page.getByRole('region', { name: 'What was told to the market' });
  const before = await log.getByRole('listitem').count();
  await log.getByRole('button', { name: 'Earlier' }).click();
  await page.waitForTimeout(1000);
  check((await log.getByRole('listitem').count()) > before, 'the log goes back');
  await log.locator('summary').first().click();
  await log.locator('pre').first().waitFor();
  check((await log.locator('pre').first().textContent())?.startsWith('{"kind":'), 'it shows what left the site');
  await inspect(page, 'owner-later');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  say('signed out');
});
