// A headless Chromium for the tests, and their common steps.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const ADDRESS = required('TENDER_ADDRESS');
export const TOKEN = required('TENDER_TOKEN');
/** The identity provider, to which a login leads; empty if there is none. */
export const ISSUER = process.env.TENDER_ISSUER ?? '';
/** The folder for screenshots; without it none are made. */
const SCREENSHOTS = process.env.TENDER_PICTURES ?? '';

function required(name) {
  const value = process.env[name];
  if (!value) {
    throw new Error(`The environment variable ${name} is missing.`);
  }
  return value;
}

const OPTIONS = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  headless: true,
  args: [
    '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage',
  ],
};
const VIEWPORT = { width: 1280, height: 900 };

/** Runs a test in its own browser; an error on the page's console fails the test. */
export async function withBrowser(test) {
  const profile = mkdtempSync(join(tmpdir(), 'tender-browser-'));
  const context = await chromium.launchPersistentContext(profile, { ...OPTIONS, viewport: VIEWPORT });
  const errors = [];
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    watch(page, errors);
    await test(page, errors);
    failOn(errors);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** The same with a page for each of several people, who share no cookies. */
export async function withPeople(count, test) {
  const browser = await chromium.launch(OPTIONS);
  const errors = [];
  try {
    const pages = [];
    for (let i = 0; i < count; i++) {
      const page = await (await browser.newContext({ viewport: VIEWPORT })).newPage();
      watch(page, errors);
      pages.push(page);
    }
    await test(pages, errors);
    failOn(errors);
  } finally {
    await browser.close();
  }
}

function watch(page, errors) {
  page.setDefaultTimeout(30_000);
  page.on('console', (message) => {
    if (message.type() === 'error') {
      errors.push(`${message.text()} ${message.location().url}`);
    }
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    const isExpected = url.startsWith(`${ADDRESS}/`) || (ISSUER !== '' && url.startsWith(`${new URL(ISSUER).origin}/`));
    if (!isExpected && !url.startsWith('blob:') && !url.startsWith('data:')) {
      errors.push(`${url} is not on the server.`);
    }
    if (url.includes(TOKEN)) {
      errors.push(`${url} contains the token.`);
    }
  });
}

function failOn(errors) {
  if (errors.length > 0) {
    throw new Error(`Errors on the page:\n${errors.join('\n')}`);
  }
}

export function log(message) {
  console.log(`${new Date().toISOString().slice(11, 19)} ${message}`);
}

export function check(condition, expectation) {
  if (!condition) {
    throw new Error(`Expected: ${expectation}`);
  }
}

/** Signs in by a link with the token. */
export async function signIn(page) {
  await page.goto(`${ADDRESS}/#token=${encodeURIComponent(TOKEN)}`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  check(!page.url().includes(TOKEN), 'the token is not in the URL');
}

/** Checks accessibility with axe in light and dark, and that the page fits a narrow screen; takes screenshots. */
export async function inspect(page, name) {
  for (const scheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.waitForTimeout(150);
    await page.evaluate(AXE);
    const violations = await page.evaluate(async () => {
      const found = await window.axe.run(document, { resultTypes: ['violations'] });
      return found.violations.map((one) => `${one.id}: ${one.help}: ${one.nodes.map((node) => node.html).join(' | ').slice(0, 500)}`);
    });
    check(violations.length === 0, `${name} in ${scheme} has no accessibility violations:\n${violations.join('\n')}`);
    await screenshot(page, `${name}-${scheme}`);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.waitForTimeout(200);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await screenshot(page, `${name}-narrow`);
  check(tooWide <= 0, `${name} fits 360 pixels; it is ${tooWide} too wide`);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  log(`${name}: no violations; light, dark and narrow`);
}

export async function screenshot(page, name) {
  if (SCREENSHOTS !== '') {
    mkdirSync(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true, animations: 'disabled' });
  }
}
