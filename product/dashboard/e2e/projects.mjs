// A project: an operator creates and funds it, its manager invites a member and sets a limit, and the member submits a bag for it.
// The usage, a warning about the budget and the removal of the member are on the pages.
import { ADDRESS, TOKEN, check, inspect, log, signIn, withPeople } from './browser.mjs';

const MANAGER_TOKEN = process.env.TENDER_MANAGER_TOKEN ?? '';
const MANAGER = process.env.TENDER_MANAGER ?? '';
const MEMBER = 'mia';
const SOME_BUDGET = 100;
const PROJECT = `${ADDRESS}/#/projects/physics`;

async function request(method, path, token, body) {
  const response = await fetch(`${ADDRESS}${path}`, {
    method, body: body === undefined ? undefined : JSON.stringify(body), headers: { Authorization: `Bearer ${token}` },
  });
  check(response.ok, `${method} ${path} is answered: ${response.status}`);
  return response.json();
}

async function signInAs(page, token) {
  await page.goto(`${ADDRESS}/#token=${token}`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

/** Submits a bag with the form, for the project; returns its id. */
async function submit(page, name) {
  await page.getByRole('link', { name: 'Quote', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Shell command').fill('sleep 2; echo "task {task} ran"');
  await page.getByLabel('Number of tasks').fill('8');
  await page.getByLabel('Runtime').fill('6s');
  await page.getByLabel('Deadline').fill('+10m');
  await page.getByLabel('Paid by').selectOption('physics');
  await inspect(page, 'quote-for-project');
  await page.getByRole('button', { name: 'Get a quote' }).click();
  await page.getByText(/^All by .* for .* credits?\./).waitFor();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByText('paid by the project').waitFor();
  await page.getByText('Promised: all by').waitFor();
  return page.url().replace(/.*\/bag\//, '');
}

await withPeople(3, async ([operator, manager, member]) => {
  for (const page of [operator, manager]) {
    page.on('dialog', (dialog) => dialog.accept());
  }
  await signIn(operator);
  await operator.getByRole('link', { name: 'Projects', exact: true }).click();
  await operator.getByText('This market has no projects yet.').waitFor();
  await operator.getByLabel('Id', { exact: true }).fill('physics');
  await operator.getByLabel('Title', { exact: true }).fill('Particle physics');
  await operator.getByLabel('Manager', { exact: true }).fill(MANAGER);
  await operator.getByLabel('Last day').fill('2099-12-31');
  await operator.getByRole('button', { name: 'Create project' }).click();
  await operator.getByText('The project physics is created.').waitFor();
  await operator.getByRole('link', { name: 'Particle physics' }).click();
  const deposit = async (amount) => {
    await operator.getByLabel('Credits', { exact: true }).fill(amount);
    await operator.getByRole('button', { name: 'Deposit', exact: true }).click();
  };
  await deposit(String(SOME_BUDGET));
  await operator.getByText(`Deposited ${SOME_BUDGET} credits for physics.`).waitFor();
  await operator.getByRole('img', { name: `Of ${SOME_BUDGET} credits, 0 spent, 0 held for bags, ${SOME_BUDGET} left` }).waitFor();
  const memberToken = (await request('POST', '/v1/operator/users', TOKEN, { user: MEMBER, role: 'user' })).token;
  log('an operator created and funded a project');

  await signInAs(member, memberToken);
  await member.getByRole('link', { name: 'Projects', exact: true }).click();
  await member.getByText('You are in no project.').waitFor();

  await signInAs(manager, MANAGER_TOKEN);
  await manager.getByRole('link', { name: 'Projects', exact: true }).click();
  check((await manager.getByRole('button', { name: 'Create project' }).count()) === 0, 'a manager creates no projects');
  await manager.getByRole('link', { name: 'Particle physics' }).click();
  await manager.getByText('you are a manager').waitFor();
  check((await manager.getByRole('button', { name: 'Deposit', exact: true }).count()) === 0, 'a manager deposits nothing');
  await manager.getByLabel('User', { exact: true }).fill(MEMBER);
  await manager.getByRole('button', { name: 'Invite' }).click();
  await manager.getByText(`${MEMBER} is a member of physics now.`).waitFor();
  await manager.getByRole('combobox', { name: 'Member', exact: true }).selectOption(MEMBER);
  await manager.getByLabel('Limit', { exact: true }).fill('50');
  await manager.getByRole('button', { name: 'Set limit' }).click();
  await manager.getByText(`${MEMBER} may spend up to 50 credits now.`).waitFor();
  await manager.getByRole('row', { name: `${MEMBER} member invited 0 50 50` }).waitFor().catch(async () => {
    throw new Error(`the row of ${MEMBER}: ${await manager.getByRole('row').allTextContents()}`);
  });
  log('a manager invited a member');

  const bag = await submit(member, 'for-physics');
  await member.getByText(/^Finished: all 8 tasks succeeded/).waitFor({ timeout: 240_000 });
  await member.goto(`${ADDRESS}/#/bags`);
  await member.getByRole('row', { name: /for-physics/ }).getByRole('link', { name: 'physics', exact: true }).click();
  await member.getByRole('heading', { name: 'Your share' }).waitFor();
  check((await member.getByRole('button', { name: 'Invite' }).count()) === 0, 'a member invites nobody');
  await member.getByRole('img', { name: /^Charged by day from .*, at most / }).waitFor({ timeout: 60_000 });
  await inspect(member, 'project-member');
  log('a member submitted a bag for the project');

  // Almost all of the budget is withdrawn, so that another bag needs more than 80 % of the rest.
  const { price } = (await request('GET', `/v1/bags/${bag}`, memberToken)).promise;
  const { available } = (await request('GET', '/v1/projects/physics', TOKEN)).project;
  await deposit((1.2 * Number(price) - Number(available)).toFixed(3));
  await operator.getByText(/^Withdrew /).waitFor();
  await submit(member, 'more-physics');
  await member.getByText(/^Finished: all 8 tasks succeeded/).waitFor({ timeout: 240_000 });

  await manager.goto(PROJECT);
  await manager.getByText(/^80 % of the budget of .* was held or spent;/).waitFor();
  await manager.getByRole('region', { name: 'By member' }).getByRole('row', { name: new RegExp(`^${MEMBER}`) }).waitFor();
  await manager.getByRole('region', { name: 'By provider' }).getByRole('row').nth(1).waitFor();
  await manager.getByRole('region', { name: 'By day' }).getByRole('row').nth(1).waitFor();
  await manager.getByLabel('Divided by').selectOption('member');
  await manager.getByLabel('Period').selectOption('90 days');
  await manager.getByRole('img', { name: /^Charged by day from / }).waitFor();
  await manager.getByLabel('Divided by').selectOption('provider');
  await manager.getByLabel('Period').selectOption('30 days');
  await inspect(manager, 'project');
  await manager.getByRole('link', { name: 'Projects', exact: true }).first().click();
  await manager.getByRole('link', { name: 'Particle physics' }).waitFor();
  await inspect(manager, 'projects');
  await operator.getByRole('link', { name: 'Projects', exact: true }).first().click();
  await operator.getByRole('button', { name: 'Create project' }).waitFor();
  await inspect(operator, 'projects-operator');
  log('the usage and a warning are shown');

  await manager.goto(PROJECT);
  await manager.getByLabel(`Role of ${MEMBER}`).selectOption('manager');
  await manager.getByText(`${MEMBER} is a manager of physics now.`).waitFor();
  await manager.getByRole('button', { name: `Remove ${MEMBER}` }).click();
  await manager.getByText(`${MEMBER} is not a member of physics any more.`).waitFor();
  await manager.getByRole('row', { name: new RegExp(`^${MEMBER} .* removed`) }).waitFor();
  await member.goto(`${ADDRESS}/#/projects`);
  await member.getByText('You are in no project.').waitFor();
  log('a member was removed');
});
