// Two people whose accounts end at the identity provider, one removed and one disabled, while they have a bag open. Prints the
// seconds until each of them is out: by requests, by the event stream, and on the page.
import { readFileSync } from 'node:fs';
import { ADDRESS, check, inspect, log, withPeople } from './browser.mjs';
import { PROVIDER, logIn, sessionCookie, statusWith } from './people.mjs';

const USERS = (process.env.TENDER_USERS ?? '').split(',');
/** The process that removes the users waits for this line. */
const READY = 'ready for the removal';
/** A file that appears when the users are removed, with the time of the removal. */
const REMOVED = process.env.TENDER_REMOVED ?? '';
const MAX_SECONDS = 90;

await withPeople(USERS.length, async (pages, errors) => {
  const people = [];
  for (const [i, page] of pages.entries()) {
    await page.goto(`${ADDRESS}/`);
    await logIn(page, USERS[i]);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const bag = await submit(page);
    await page.goto(`${ADDRESS}/#/bag/${bag}`);
    await page.getByText('· live').waitFor();
    const cookie = await sessionCookie(page);
    people.push({ user: USERS[i], page, bag, cookie, stream: openStream(bag, cookie) });
  }
  log(READY);
  const removedMillis = await removal();
  const seconds = () => (Date.now() - removedMillis) / 1000;
  const outcomes = await Promise.all(people.map((person) => until(person, seconds)));
  await inspect(pages[0], 'login-ended');
  console.log(`figures ${JSON.stringify(Object.fromEntries(outcomes))}`);
  // The browser logs answers that are expected.
  errors.splice(0, errors.length, ...errors.filter((error) => !error.includes(' 401 ')));
});

/** Submits a bag that runs until the end of the test, as the page does: with the cookie, and from this origin. */
async function submit(page) {
  const work = {
    version: 1, name: 'long', command: 'sleep 250', taskList: { kind: 'count', tasks: 1 }, inputs: [], outputs: [],
    width: 1, runtimeMillis: 260_000, retries: 0,
  };
  const answer = await page.evaluate(async (body) => {
    const response = await fetch('/v1/bags', { method: 'POST', headers: { 'Idempotency-Key': crypto.randomUUID() }, body });
    return { status: response.status, text: await response.text() };
  }, JSON.stringify({ work, deadline: new Date(Date.now() + 600_000).toISOString() }));
  check(answer.status === 201, `the bag is submitted: ${answer.text}`);
  return JSON.parse(answer.text).id;
}

/** An event stream beside the page's; the promise ends with it. */
function openStream(bag, cookie) {
  return (async () => {
    const response = await fetch(`${ADDRESS}/v1/bags/${bag}/events`, { headers: { Cookie: cookie } });
    check(response.status === 200, 'the stream is open');
    for await (const _ of response.body) {
      // Events and heartbeats.
    }
  })();
}

async function removal() {
  for (;;) {
    try {
      const text = readFileSync(REMOVED, 'utf8');
      if (text.endsWith('\n')) {
        return Number(text);
      }
    } catch {
      // Not yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function until(person, seconds) {
  const stream = person.stream.then(seconds);
  const page = person.page.getByText('Your login has ended').waitFor({ timeout: MAX_SECONDS * 1000 }).then(seconds);
  while ((await statusWith(person.cookie)) !== 401) {
    check(seconds() < MAX_SECONDS, `${person.user} is out after ${MAX_SECONDS} s`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const outcome = { requestSeconds: seconds(), streamSeconds: await stream, pageSeconds: await page };
  await person.page.getByRole('button', { name: `Sign in with ${PROVIDER}` }).waitFor();
  log(`${person.user} is out: ${JSON.stringify(outcome)}`);
  return [person.user, outcome];
}
