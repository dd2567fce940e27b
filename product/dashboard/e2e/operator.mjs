// The operators' pages: an operator manages users, providers, accounts and bags; an auditor only looks; a user does not see
// them. The market needs a bag that has ended and one that has not.
import { ADDRESS, check, inspect, log, signIn, withPeople } from './browser.mjs';

const PAGES = ['Users', 'Providers', 'Accounts', 'All bags', 'Audit log'];

const market = (page) => page.getByRole('navigation', { name: 'Market' });

async function open(page, name) {
  await market(page).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
}

async function addUser(page, name, role) {
  await open(page, 'Users');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption(role);
  await page.getByRole('button', { name: 'Add user' }).click();
  await page.getByText(`Token of ${name}.`).waitFor();
  return page.locator('main code').first().textContent();
}

async function signInAs(page, token) {
  await page.goto(`${ADDRESS}/#token=${token}`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

await withPeople(3, async ([operator, auditor, user]) => {
  operator.on('dialog', (dialog) => dialog.accept('maintenance'));
  await signIn(operator);
  await operator.getByRole('link', { name: 'Market', exact: true }).click();

  const auditorToken = await addUser(operator, 'ines', 'auditor');
  const userToken = await addUser(operator, 'emil', 'user');
  await operator.getByRole('row', { name: /emil/ }).waitFor();

  await open(operator, 'Providers');
  await operator.getByLabel('Name', { exact: true }).fill('harbour');
  await operator.getByRole('button', { name: 'Add provider' }).click();
  await operator.getByText('Token with which the agent of harbour enrols').waitFor();
  await operator.getByRole('row', { name: /harbour/ }).filter({ hasText: 'not enrolled yet' }).waitFor();

  await open(operator, 'Accounts');
  await operator.getByRole('combobox', { name: 'Account', exact: true }).selectOption('user:emil');
  await operator.getByLabel('Credits', { exact: true }).fill('12.5');
  await operator.getByRole('button', { name: 'Deposit', exact: true }).click();
  await operator.getByText('Deposited 12.5 credits on user:emil.').waitFor();
  await operator.getByLabel('Credit limit').fill('3');
  await operator.getByRole('button', { name: 'Set limit' }).click();
  await operator.getByText('The credit limit of user:emil is 3 now.').waitFor();
  await operator.getByRole('row', { name: 'user:emil 12.5 3', exact: true }).waitFor();
  await operator.getByText('The balances sum to 0').waitFor();

  await open(operator, 'All bags');
  await operator.getByRole('button', { name: /^Cancel / }).first().click();
  await operator.getByText('is cancelled.').waitFor();
  await operator.getByRole('combobox', { name: 'State', exact: true }).selectOption('done');
  await operator.getByRole('row').nth(1).waitFor();
  await operator.getByPlaceholder('Search by id, name or user').fill('there is none');
  await operator.getByRole('button', { name: 'Search' }).click();
  await operator.getByText('No bags match').waitFor();

  await open(operator, 'Audit log');
  await operator.getByRole('cell', { name: '/v1/operator/users: emil, role user' }).first().waitFor();

  for (const name of PAGES) {
    await open(operator, name);
    await operator.getByRole('row').nth(1).waitFor();
    await inspect(operator, `operator-${name.toLowerCase().replace(' ', '-')}`);
  }

  await signInAs(auditor, auditorToken);
  await auditor.getByRole('link', { name: 'Market', exact: true }).click();
  for (const name of PAGES) {
    await open(auditor, name);
    await auditor.getByRole('row').nth(1).waitFor();
    const allowed = ['Search', 'Show', 'Show older'];
    const buttons = await auditor.locator('main button').allTextContents();
    check(buttons.every((one) => allowed.includes(one)), `an auditor changes nothing under ${name}, but sees ${buttons}`);
    check((await auditor.locator('main table select').count()) === 0, `an auditor sets no role under ${name}`);
  }
  await inspect(auditor, 'auditor-audit-log');

  await signInAs(user, userToken);
  await user.waitForTimeout(1500);
  check((await user.getByRole('link', { name: 'Market', exact: true }).count()) === 0, 'a user sees no link to the market');
  await user.goto(`${ADDRESS}/#/operator/users`);
  await user.getByRole('heading', { name: 'Overview' }).waitFor();
  log('a user sees no pages of operators');

  await open(operator, 'Users');
  await operator.getByLabel('Role of emil').selectOption('auditor');
  await operator.getByText('emil has the role auditor now.').waitFor();
  await operator.getByRole('button', { name: 'Revoke emil' }).click();
  await operator.getByText('emil has no access any more.').waitFor();
  await open(operator, 'Providers');
  await operator.getByRole('button', { name: 'Revoke harbour' }).click();
  await operator.getByText('harbour is revoked.').waitFor();
  log('roles, users and providers can be changed');
});
