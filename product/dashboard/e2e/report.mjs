// A report of an experiment, which must look well to everybody, as the dashboard does.
import { ADDRESS, inspect, withBrowser } from './browser.mjs';

await withBrowser(async (page) => {
  await page.goto(`${ADDRESS}/report.html`);
  await page.getByRole('heading', { name: 'Claims' }).waitFor();
  await inspect(page, 'report');
});
