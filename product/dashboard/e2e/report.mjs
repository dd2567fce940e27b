// A report of an experiment must meet the same accessibility checks as the dashboard.
import { ADDRESS, inspect, withBrowser } from './browser.mjs';

await withBrowser(async (page) => {
  await page.goto(`${ADDRESS}/report.html`);
  await page.getByRole('heading', { name: 'Claims' }).waitFor();
  await inspect(page, 'report');
});
