// A person with a browser, on a market of real clusters: signs in, makes a quote, hands a bag in, watches it end, reads a log.
import { ADDRESS, TOKEN, check, inspect, picture, say, signIn, withBrowser } from './browser.mjs';

const TASKS = Number(process.env.TENDER_TASKS ?? '90');
/** Whether providers tell the auction what stands free. */
const AUCTION = process.env.TENDER_AUCTION ?? '';

await withBrowser(async (page, errors) => {
  await page.goto(`${ADDRESS}/`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await inspect(page, 'sign-in');
  await page.getByLabel('Token').fill('not-a-token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('not, or no longer, valid').waitFor();
  // The browser itself notes that refusal.
  errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('401')));
  await page.getByLabel('Token').fill(TOKEN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Bags' }).waitFor();
  await signIn(page);
  say('signed in');

  await page.getByRole('link', { name: 'Quote' }).click();
  await page.getByLabel('Name', { exact: true }).fill('pi-sweep');
  await page.getByLabel('Command').fill('sleep $((2 + {task} % 3)); echo "task {task} ran"; test {seed} -ne 7');
  await page.getByLabel('Tasks are').selectOption('sweep');
  await page.getByLabel('Parameters').fill(`seed: 1-${TASKS}`);
  await page.getByLabel('Runtime').fill('6s');
  await page.getByLabel('Deadline').fill('+75s');
  await page.getByRole('button', { name: 'Bag file' }).click();
  check((await page.getByLabel('Bag file (YAML)').inputValue()).includes(`seed: 1-${TASKS}`), 'the file says what the form says');
  await page.getByRole('button', { name: 'Form', exact: true }).click();
  await page.getByRole('button', { name: 'Ask for offers' }).click();
  await page.getByText('providers were asked').waitFor();
  await page.getByText(/^All by .* for .* credits?\./).waitFor();
  const slider = page.getByLabel(/^Deadline:/);
  const composed = page.getByText(/^All by /);
  await page.waitForTimeout(600);
  const atLeisure = await composed.textContent();
  const wished = await slider.inputValue();
  await slider.focus();
  await page.keyboard.press('Home');
  await page.waitForTimeout(600);
  const inHaste = await composed.textContent();
  say(`by the deadline: ${atLeisure?.trim()} at the earliest: ${inHaste?.trim()}`);
  await page.keyboard.press('End');
  await page.waitForTimeout(600);
  say(`at the latest: ${(await composed.textContent())?.trim()}`);
  const budget = page.getByLabel(/^Budget:/);
  await budget.fill('400');
  await page.getByText('composed for the budget').waitFor();
  say(`for less: ${(await composed.textContent())?.trim()}`);
  await inspect(page, 'quote');
  await slider.fill(wished);
  await budget.fill('1000');
  await page.getByText('composed by plb').waitFor();
  await page.getByRole('button', { name: 'Hand it in' }).click();

  await page.getByText('Promised: all by').waitFor();
  say('promised');
  await page.getByText(/ [1-9]\d* of \d+ tasks have ended/).waitFor();
  await page.waitForTimeout(3000);
  await inspect(page, 'bag-running');
  check(await page.getByText('· live').isVisible(), 'the page is live');
  await page.getByText('It is done').waitFor({ timeout: 120_000 });
  await page.getByText('1 failed with exit code 1').waitFor();
  say('done, without a reload');
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  await page.getByText('has done its part').first().waitFor();

  // Two clicks: the task on the map, then the stream.
  const map = page.locator('canvas');
  await map.scrollIntoViewIfNeeded();
  await page.waitForTimeout(1500);
  await map.click({ position: { x: 6, y: 6 } });
  await page.getByRole('heading', { name: 'Task 0' }).waitFor();
  const log = page.locator('pre.log');
  await log.getByText('task 0 ran').waitFor();
  await page.getByRole('button', { name: 'stderr' }).click();
  await page.getByText('(nothing)').waitFor();
  await page.getByRole('link', { name: 'task 6' }).click();
  await page.getByText('failed with exit code 1', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'stdout' }).click();
  await log.getByText('task 6 ran').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Results (zip)' }).click();
  check((await (await download).suggestedFilename()).endsWith('.zip'), 'results can be fetched');
  await page.waitForTimeout(2000);
  let requests = 0;
  page.on('request', () => (requests += 1));
  await page.waitForTimeout(2000);
  check(requests === 0, `of a bag that has ended nothing more is asked, and ${requests} requests were made`);
  await log.getByText('task 6 ran').waitFor();
  await inspect(page, 'bag-done');
  await page.getByRole('button', { name: 'Try 1 task again' }).click();
  await page.getByRole('button', { name: 'Take it' }).waitFor();
  check((await page.getByText('0 of 1 tasks have ended').count()) === 1, 'only the task that failed is tried again');
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('It was declined').waitFor();
  say('what failed can be tried again');
  await page.goBack();
  await page.getByText('1 failed with exit code 1').waitFor();
  const deep = page.url();
  await page.goto(`${ADDRESS}/`);
  await page.getByRole('heading', { name: 'Bags' }).waitFor();
  await page.getByRole('link', { name: 'pi-sweep' }).first().waitFor();
  await inspect(page, 'bags');
  await page.goto(deep);
  await page.getByRole('heading', { name: 'Task 6' }).waitFor();

  // By the keyboard alone.
  await page.goto(`${ADDRESS}/`);
  await page.goto(deep.replace(/\/task\/.*/, ''));
  await page.getByRole('application').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) {
    await page.keyboard.press(key);
  }
  await page.getByRole('heading', { name: 'Task 2' }).waitFor();
  say('a log in two clicks, by a deep link, and by the keyboard');

  await page.getByRole('link', { name: 'Providers' }).click();
  await page.getByText('Promises kept').waitFor();
  await inspect(page, 'providers');

  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByText(/^paid to /).first().waitFor();
  await page.getByText('It may fall below zero by').waitFor();
  await inspect(page, 'account');
  await page.getByRole('link', { name: 'pi-sweep' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByText('It is done').waitFor();
  say('money leads to the bag it was for');

  if (AUCTION === '') {
    await page.getByRole('link', { name: 'Market' }).click();
    await page.getByText('Nobody has bid').waitFor();
  } else {
    await bid(page);
  }
  await page.getByText('None of your bags has shared a host yet').waitFor();
  await inspect(page, 'market');

  await page.getByRole('link', { name: 'Quote' }).click();
  await page.getByRole('button', { name: 'Bag file' }).click();
  await page.getByLabel('Bag file (YAML)').fill('version: 1\ncommand: true\ntasks: many\nruntime: 1s\n');
  await page.getByRole('button', { name: 'Ask for offers' }).click();
  await page.getByText('tasks is "many"').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await picture(page, 'signed-out');
  check((await page.evaluate(() => sessionStorage.length)) === 0, 'the token is forgotten');
  say('signed out');
});

/** Bids for more processors than there are, one of them by the page, and one that may be too late for everybody. */
async function bid(page) {
  await page.getByRole('link', { name: 'Quote' }).click();
  await page.getByRole('button', { name: 'Bag file' }).click();
  const file = (name, processors, worth, deadline) =>
    `version: 1\nname: ${name}\ncommand: sleep 4\ntasks: 1\nprocessors: ${processors}\nruntime: 6s\ndeadline: ${deadline}\n` +
    `mechanism: auction\nvaluation: ${worth}\n`;
  await page.getByLabel('Bag file (YAML)').fill(file('urgent', 4, 9, '+60s'));
  await page.getByRole('button', { name: 'Ask for offers' }).click();
  await page.getByText('Worth to you: 9 credits').waitFor();
  for (let i = 0; i < 9; i++) {
    const work = {
      version: 1, name: `job-${i}`, command: 'sleep 4', taskList: { kind: 'count', tasks: 1 }, inputs: [], outputs: [],
      width: 4, runtimeMillis: 6000, retries: 0,
    };
    const response = await fetch(`${ADDRESS}/v1/bags`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Idempotency-Key': `${Date.now()}-${i}` },
      body: JSON.stringify({
        work, mechanism: 'auction', valuation: String(1 + (i % 4)), deadline: new Date(Date.now() + (i === 8 ? 8_000 : 120_000)).toISOString(),
      }),
    });
    check(response.status === 201, `job ${i} bids`);
  }
  await page.getByRole('link', { name: 'Market' }).click();
  await page.getByText('Cleared at').first().waitFor();
  // Some cycles.
  await page.waitForTimeout(6000);
  // The last of them may have matched nobody.
  await page.getByText(/^\d+ matched, \d+ wait, \d+ too late$/).waitFor();
}
