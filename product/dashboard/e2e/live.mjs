// A user with a browser, on a market of real clusters: signs in, gets a quote, submits a bag, watches it end, reads a log.
import { ADDRESS, TOKEN, check, inspect, log, screenshot, signIn, withBrowser } from './browser.mjs';

const TASKS = Number(process.env.TENDER_TASKS ?? '90');
/** Not empty if providers publish free slots to the auction. */
const AUCTION = process.env.TENDER_AUCTION ?? '';

await withBrowser(async (page, errors) => {
  await page.goto(`${ADDRESS}/`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await inspect(page, 'sign-in');
  await page.getByLabel('Token').fill('not-a-token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('not valid, or was revoked').waitFor();
  // The browser logs the 401 response.
  errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('401')));
  await page.getByLabel('Token').fill(TOKEN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await signIn(page);
  log('signed in');
  await page.getByRole('heading', { name: 'Submit your first bag' }).waitFor();
  await inspect(page, 'overview-empty');

  await page.getByRole('link', { name: 'Quote', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('pi-sweep');
  await page.getByLabel('Shell command').fill('sleep $((2 + {task} % 3)); echo "task {task} ran"; test {seed} -ne 7');
  await page.getByLabel('Kind of tasks').selectOption('sweep');
  await page.getByLabel('Parameters').fill(`seed: 1-${TASKS}`);
  await page.getByLabel('Runtime').fill('6s');
  await page.getByLabel('Deadline').fill('+75s');
  await page.getByRole('button', { name: 'Bag file' }).click();
  check((await page.getByLabel('Bag file (YAML)').inputValue()).includes(`seed: 1-${TASKS}`), 'the file has the content of the form');
  await page.getByRole('button', { name: 'Form', exact: true }).click();
  await page.getByRole('button', { name: 'Get a quote' }).click();
  await page.getByText('providers were called').waitFor();
  await page.getByText(/^All by .* for .* credits?\./).waitFor();
  const slider = page.getByLabel(/^Deadline:/);
  const composed = page.getByText(/^All by /);
  await page.waitForTimeout(600);
  const byDeadline = await composed.textContent();
  const initialStep = await slider.inputValue();
  await slider.focus();
  await page.keyboard.press('Home');
  await page.waitForTimeout(600);
  const earliest = await composed.textContent();
  log(`by the deadline: ${byDeadline?.trim()} earliest: ${earliest?.trim()}`);
  await page.keyboard.press('End');
  await page.waitForTimeout(600);
  log(`latest: ${(await composed.textContent())?.trim()}`);
  const budget = page.getByLabel(/^Budget:/);
  await budget.fill('400');
  await page.getByText('divided for the lowest price within deadline and budget').waitFor();
  log(`lower budget: ${(await composed.textContent())?.trim()}`);
  await inspect(page, 'quote');
  await slider.fill(initialStep);
  await budget.fill('1000');
  await page.getByText('divided in proportion to').waitFor();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();

  await page.getByText('Promised: all by').waitFor();
  log('promised');
  await page.getByText(/^[1-9]\d* of \d+ tasks have ended/).waitFor();
  await page.waitForTimeout(3000);
  await inspect(page, 'bag-running');
  check(await page.getByText('· live').isVisible(), 'the page is live');
  await page.getByText(/^Finished, but 1 of/).waitFor({ timeout: 120_000 });
  await page.getByText('1 failed with exit code 1').waitFor();
  log('done, without a reload');
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await page.getByText('has done its part').first().waitFor();

  // Two clicks: the task on the map, then the stream.
  const map = page.locator('canvas');
  await map.scrollIntoViewIfNeeded();
  await page.waitForTimeout(1500);
  await map.click({ position: { x: 6, y: 6 } });
  await page.getByRole('heading', { name: 'Task 0' }).waitFor();
  const output = page.locator('pre.log');
  await output.getByText('task 0 ran').waitFor();
  await page.getByRole('button', { name: 'stderr' }).click();
  await page.getByText('(empty)').waitFor();
  await page.getByRole('link', { name: 'task 6', exact: true }).click();
  await page.getByText('failed with exit code 1', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'stdout' }).click();
  await output.getByText('task 6 ran').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Results (zip)' }).click();
  check((await (await download).suggestedFilename()).endsWith('.zip'), 'results can be downloaded');
  await page.waitForTimeout(2000);
  let requests = 0;
  page.on('request', () => (requests += 1));
  await page.waitForTimeout(2000);
  check(requests === 0, `no requests for a bag that has ended; there were ${requests}`);
  await output.getByText('task 6 ran').waitFor();
  await inspect(page, 'bag-done');
  const all = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download all/ }).click();
  check((await (await all).suggestedFilename()).endsWith('.zip'), 'all results can be downloaded');
  await page.getByRole('link', { name: 'Use this bag as a template' }).click();
  await page.getByText('Filled in from').waitFor();
  check((await page.getByLabel('Parameters').inputValue()) === `seed: 1-${TASKS}`, 'the form has the parameters of the bag');
  await page.goBack();
  await page.getByRole('button', { name: 'Retry 1 task' }).click();
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor();
  check((await page.getByText('0 of 1 tasks have ended').count()) === 1, 'only the failed task is retried');
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('The quote was declined').waitFor();
  log('failed task retried');
  await page.goBack();
  await page.getByText('1 failed with exit code 1').waitFor();
  const taskUrl = page.url();
  await page.goto(`${ADDRESS}/`);
  await page.getByRole('heading', { name: 'Recent results' }).waitFor();
  await page.getByText(/^Finished, but 1 of/).waitFor();
  await inspect(page, 'overview');
  await page.getByRole('link', { name: 'Bags', exact: true }).click();
  await page.getByRole('heading', { name: 'Bags' }).waitFor();
  await page.getByRole('link', { name: 'pi-sweep' }).first().waitFor();
  await inspect(page, 'bags');
  await page.getByRole('link', { name: 'With problems' }).click();
  await page.getByRole('link', { name: 'pi-sweep' }).first().waitFor();
  await page.getByPlaceholder('Search by name or id').fill('no such bag');
  await page.getByText('None of your bags matches').waitFor();
  await page.goto(taskUrl);
  await page.getByRole('heading', { name: 'Task 6' }).waitFor();

  // By keyboard only.
  await page.goto(`${ADDRESS}/`);
  await page.goto(taskUrl.replace(/\/task\/.*/, ''));
  await page.getByText('A square is a task').waitFor();
  await page.getByRole('application').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) {
    await page.keyboard.press(key);
  }
  await page.getByRole('heading', { name: 'Task 2' }).waitFor();
  log('log opened in two clicks, by URL and by keyboard');

  await page.getByRole('link', { name: 'Providers', exact: true }).click();
  await page.getByText('Promises kept').waitFor();
  await inspect(page, 'providers');

  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByText(/^paid to /).first().waitFor();
  await page.getByText('Credit limit').waitFor();
  await inspect(page, 'account');
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  check((await (await csv).suggestedFilename()) === 'account.csv', 'the entries can be downloaded');
  await page.getByRole('link', { name: 'pi-sweep' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByText(/^Finished, but 1 of/).waitFor();
  log('account entry leads to its bag');

  if (AUCTION === '') {
    await page.getByRole('link', { name: 'Auction', exact: true }).click();
    await page.getByText('No bags have bid').waitFor();
  } else {
    await bid(page);
  }
  await page.getByText('None of your bags has used a shared host yet').waitFor();
  await inspect(page, 'auction');

  await page.getByRole('link', { name: 'Quote', exact: true }).click();
  await page.getByRole('button', { name: 'Bag file' }).click();
  await page.getByLabel('Bag file (YAML)').fill('version: 1\ncommand: true\ntasks: many\nruntime: 1s\n');
  await page.getByRole('button', { name: 'Get a quote' }).click();
  await page.getByText('tasks is "many"').waitFor();
  // The browser logs the expected answer to an invalid file.
  errors.splice(0, errors.length, ...errors.filter((error) => !(error.includes('422') && error.includes('/v1/bag-files'))));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await screenshot(page, 'signed-out');
  check((await page.evaluate(() => sessionStorage.length)) === 0, 'the token is cleared');
  log('signed out');
});

/** Bids for more processors than exist: one bag by the page, and one that may be infeasible. */
async function bid(page) {
  await page.getByRole('link', { name: 'Quote', exact: true }).click();
  await page.getByRole('button', { name: 'Bag file' }).click();
  const file = (name, processors, valuation, deadline) =>
    `version: 1\nname: ${name}\ncommand: sleep 4\ntasks: 1\nprocessors: ${processors}\nruntime: 6s\ndeadline: ${deadline}\n` +
    `mechanism: auction\nvaluation: ${valuation}\n`;
  await page.getByLabel('Bag file (YAML)').fill(file('urgent', 4, 9, '+60s'));
  await page.getByRole('button', { name: 'Get a quote' }).click();
  await page.getByText('Valuation: 9 credits').waitFor();
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
  await page.getByRole('link', { name: 'Auction', exact: true }).click();
  await page.getByText('Cleared at').first().waitFor();
  // Waits for some cycles.
  await page.waitForTimeout(6000);
  // The last cycle may have no match.
  await page.getByText(/^\d+ matched, \d+ waiting, \d+ infeasible$/).waitFor();
}
