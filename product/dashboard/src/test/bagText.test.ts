import { describe, expect, test } from 'vitest';
import { formatTime, formatRelative, formatDuration } from '../main/text/time';
import { bidValue, compositionText, eventText, exitCodeText, failedAttemptsText, missingOutputText, progressText, partStateText, bagDetails, offersNote, policyText, offersSummary, stateLabel, stateText, stateTone, usageText, quoteVerdict } from '../main/text/bagText';
import type { Bag } from '../main/api/types';
import { BAG, NOW } from './fixtures';

const details = (bag: Bag): string[] => bagDetails(bag, NOW).map((detail) => detail.text);

describe('time', () => {
  test('durations have the two largest units', () => {
    expect(formatDuration(59_999)).toBe('59 s');
    expect(formatDuration(61_000)).toBe('1 min 1 s');
    expect(formatDuration(3_660_000)).toBe('1 h 1 min');
    expect(formatDuration(90_000_000)).toBe('1 d 1 h');
  });

  test('distances are relative to now', () => {
    expect(formatRelative('2026-11-20T09:02:03Z', NOW)).toBe('in 2 min 3 s');
    expect(formatRelative('2026-11-20T08:59:55Z', NOW)).toBe('5 s ago');
  });
});

describe('a bag', () => {
  test('with failed tasks is finished and does not look good', () => {
    const finished: Bag = { ...BAG, state: 'done', breach: null };
    expect(stateLabel(finished)).toBe('finished, 3 failed');
    expect(stateTone(finished)).toBe('bad');
    expect(stateLabel({ ...finished, failed: [] })).toBe('done');
    expect(stateTone({ ...finished, failed: [] })).toBe('good');
    expect(stateLabel(BAG)).toBe('running, 3 failed');
    const breach = { cause: 'provider-late', provider: 'north', promised: '2026-11-20T08:00:00Z', ended: '2026-11-20T08:10:00Z' };
    expect(stateLabel({ ...BAG, failed: [], breach })).toBe('running late');
    expect(stateText(finished)).toBe('has finished');
    expect(stateText({ ...finished, failed: [] })).toBe('is done');
    expect(stateLabel({ ...finished, state: 'no-promise' })).toBe('no promise');
  });

  test('that is done shows the promised beside the actual end', () => {
    const done: Bag = { ...BAG, state: 'done', failed: [], forecast: null, ended: '2026-11-20T09:55:00Z' };
    expect(details(done)).toEqual([
      `Promised: all by ${formatTime('2026-11-20T10:00:00Z')}, for 1 credit.`,
      `Required: by ${formatTime('2026-11-20T10:00:00Z')}, for at most 12.5 credits.`,
      `Ended: ${formatTime('2026-11-20T09:55:00Z')}, 5 min 0 s before the promised end.`,
    ]);
    expect(details({ ...done, paid: '0.5' })[1]).toBe('Paid: 0.5 credits, of a budget of 12.5 credits.');
    expect(details({ ...done, ended: '2026-11-20T10:01:00Z' }).at(-1)).toContain('1 min 0 s after the promised end.');
  });

  test('is not good if outputs are missing', () => {
    const finished: Bag = { ...BAG, state: 'done', failed: [], missingOutput: { count: 2, tasks: '1-2' } };
    expect(stateLabel(finished)).toBe('finished, 2 without output');
    expect(stateTone(finished)).toBe('wait');
    expect(missingOutputText(finished)).toBe('2 tasks exited with 0, but outputs are missing: tasks 1-2.');
    expect(missingOutputText(BAG)).toBeNull();
  });

  test('has the same details as on the command line', () => {
    expect(progressText(BAG)).toBe('40 of 1,200 tasks have ended, 3 of them failed.');
    expect(details(BAG)).toEqual([
      `Promised: all by ${formatTime('2026-11-20T10:00:00Z')} (in 1 h 0 min), for 1 credit.`,
      `Expected now: by ${formatTime('2026-11-20T09:30:00Z')} (in 30 min 0 s).`,
      `Required: by ${formatTime('2026-11-20T10:00:00Z')}, for at most 12.5 credits.`,
    ]);
  });

  test('shows failed attempts while they are retried, and what to do when it was stopped', () => {
    expect(failedAttemptsText(BAG)).toBe('');
    const failedAttempts = {
      count: 1700,
      tasks: 20,
      latest: [{ taskIndex: 3, attempt: 1, exitCode: 127, provider: 'north', stderr: 'sh: x: not found' }],
    };
    expect(failedAttemptsText({ ...BAG, failedAttempts })).toContain('1,700 attempts have failed so far, of 20 tasks');
    const stopped: Bag = { ...BAG, failed: [], failedAttempts, state: 'stopped', ended: '2026-11-20T09:00:00Z' };
    expect(failedAttemptsText(stopped)).toContain('Stopped: the first 20 tasks that ran all failed.');
    expect(stateTone(stopped)).toBe('bad');
    const event = { at: '2026-11-20T09:00:00Z', event: 'stopped', providers: [], from: null, by: null, reason: '20' };
    expect(eventText(event)).toBe('Stopped: the first 20 tasks that ran all failed.');
  });

  test('with a broken promise shows provider and cause', () => {
    const breach = { cause: 'provider-late', provider: 'north', promised: '2026-11-20T08:00:00Z', ended: '2026-11-20T08:10:00Z' };
    expect(details({ ...BAG, paid: '0.5' })).toContain('Paid so far: 0.5 credits, of a budget of 12.5 credits.');
    expect(details({ ...BAG, breach }).at(-1)).toContain('broken by north (it was late)');
    expect(details({ ...BAG, breach }).at(-1)).toMatch(/, still running\.$/);
    expect(details({ ...BAG, breach, ended: '2026-11-20T08:10:00Z' }).at(-1)).toContain('ended at');
    expect(details({ ...BAG, ended: '2026-11-20T08:10:00Z', breach: { ...breach, cause: 'tasks-exceeded-limit' } }).at(-1)).toContain('does not count against north');
    expect(exitCodeText(124, 5)).toBe('exit code 124 (exceeded the limit set by its runtime of 5 s)');
    expect(exitCodeText(2)).toBe('exit code 2');
  });

  test('compares a quote with the requirements', () => {
    const late = { by: '2026-11-20T10:05:00Z', price: '20', expected: '2026-11-20T10:04:00Z', expires: '2026-11-20T09:01:00Z', alternative: null };
    expect(quoteVerdict(BAG, late)).toContain('cannot be met');
    expect(quoteVerdict(BAG, late)).toContain('5 min 0 s later');
    expect(quoteVerdict(BAG, late)).toContain('more than the budget of 12.5 credits');
    const alternative = { by: '2026-11-20T10:00:00Z', price: '30' };
    expect(quoteVerdict(BAG, { ...late, alternative })).toContain('cannot be met at that price');
    expect(quoteVerdict(BAG, { ...late, alternative })).toContain('it would cost 30 credits.');
    expect(quoteVerdict(BAG, { ...late, by: '2026-11-20T10:00:00Z', price: '12.5' })).toContain('That meets the deadline');
  });
});

describe('offers', () => {
  const offer = { provider: 'north', tasks: 10, by: '2026-11-20T10:00:00Z', pricePerTask: '1', usedTasks: 0, unusedReason: null };

  test('show usage or the reason', () => {
    expect(usageText({ ...offer, usedTasks: 10 })).toBe('all');
    expect(usageText({ ...offer, usedTasks: 4 })).toBe('4 tasks');
    expect(usageText({ ...offer, unusedReason: 'misses-deadline' })).toBe('no: it misses the deadline, which others meet');
    expect(usageText({ ...offer, unusedReason: 'something-new' })).toBe('no: something new');
    expect(usageText(offer)).toBe('not decided yet');
  });

  test('have a summary', () => {
    const explanation = { calls: 2, called: ['a', 'b'], notCalled: 0, silent: ['b'], offers: [offer], history: [], processors: 64, noPromiseReason: 'insufficient-offers', noPromisePrice: null, missingResource: null };
    expect(offersSummary(explanation)).toBe(
      '2 providers were called; 1 made offers; no answer from b; this was call 2 for this bag.' +
        ' No promise: the offers do not cover the bag.',
    );
    expect(offersSummary({ ...explanation, notCalled: 998, noPromiseReason: null })).toMatch(/^2 of 1000 providers were called;/);
    expect(offersSummary({ ...explanation, called: [], silent: [], notCalled: 998, noPromiseReason: null })).toContain('998 further providers were not called');
    const ended = { ...explanation, calls: 0, called: [], silent: [], offers: [] };
    expect(offersSummary({ ...ended, noPromiseReason: 'no-offers' })).toMatch(/^No promise: no provider made an offer for tasks of 64 processors\./);
    expect(offersSummary({ ...ended, noPromiseReason: 'no-offers', missingResource: 'no provider has 64 GiB memory per task: north 32 GiB' })).toContain('north 32 GiB');
    expect(offersSummary({ ...ended, noPromiseReason: 'insufficient-funds', noPromisePrice: '12.5' })).toContain('the bag costs 12.5 credits');
  });

  test('are not valid any more after the promise', () => {
    const call = { at: '2026-11-20T08:59:00Z', event: 'called', providers: ['a'], from: null, by: null, reason: null };
    const explanation = { calls: 1, called: [], notCalled: 0, silent: [], offers: [offer], history: [call], processors: 1, noPromiseReason: null, noPromisePrice: null, missingResource: null };
    expect(offersNote({ ...BAG, promise: null }, explanation)).toBeNull();
    expect(offersNote(BAG, explanation)).toBe(`Made at ${formatTime(call.at)}, before the promise. These offers are no longer valid.`);
    const again = { ...explanation, called: ['b'], history: [call, { ...call, at: '2026-11-20T09:30:00Z' }] };
    expect(offersNote(BAG, again)).toBe(
      `Providers were called again at ${formatTime('2026-11-20T09:30:00Z')} for the tasks that are left.` +
        ` These are the earlier offers, of ${formatTime(call.at)}.`,
    );
    const promised = { ...call, event: 'promised', providers: [] };
    const lost = { ...explanation, history: [call, promised, { ...call, at: '2026-11-20T09:30:00Z', providers: [] }] };
    expect(offersNote(BAG, lost)).toContain(`Made at ${formatTime(call.at)}, before the promise`);
  });

  test('are divided by a policy in plain words', () => {
    expect(policyText('earliest')).toBe('so that the bag ends as early as possible');
    expect(policyText('something')).toBe('by the policy something');
    expect(policyText(null)).toBe("by the market's policy");
  });

  test('are composed, or do not cover the bag', () => {
    const made = { policy: 'plb', by: null, price: '0', meetsDeadline: false, withinBudget: true, unplacedTasks: 5, offers: [] };
    expect(compositionText(made, null, null)).toContain('5 tasks are left');
    const late = { ...made, by: '2026-11-20T10:01:00Z', price: '9', withinBudget: false };
    expect(compositionText(late, '2026-11-20T10:00:00Z', '8')).toMatch(/1 min 0 s after the deadline. It costs more than the budget of 8/);
  });
});

test('events have a text, also unknown ones', () => {
  const event = { at: '2026-11-20T09:00:00Z', event: 'rescheduled', providers: ['north'], from: '2026-11-20T09:10:00Z', by: '2026-11-20T09:08:00Z', reason: null };
  expect(eventText(event)).toContain('2 min 0 s earlier.');
  expect(eventText({ ...event, event: 'refused', reason: 'no-capacity' })).toContain('its queue had changed');
  expect(eventText({ ...event, event: 'flown' })).toBe('flown north');
});

test('limits that were set from factors are shown between the bounds of the offers', () => {
  const limits = {
    earliest: { by: '2026-11-20T09:12:00Z', price: '3.2' }, cheapest: { by: '2026-11-20T09:40:00Z', price: '1.1' },
    deadline: '2026-11-20T09:26:00Z', budget: '2.15',
  };
  const event = { at: '2026-11-20T09:00:00Z', event: 'limits-set', providers: [], from: null, by: null, reason: null, limits };
  const range = 'The offers lie between 12 min 0 s for 3.2 credits and 40 min 0 s for 1.1 credits; ';
  const deadline = formatTime(limits.deadline);
  expect(eventText(event)).toBe(`${range}the deadline is ${deadline}, the budget 2.15 credits.`);
  expect(eventText({ ...event, limits: { ...limits, budget: null } })).toBe(`${range}the deadline is ${deadline}.`);
  expect(eventText({ ...event, limits: { ...limits, deadline: null } })).toBe(`${range}the budget is 2.15 credits.`);
});

test('a part is running, late, done or lost', () => {
  const part = {
    provider: 'north', tasks: 3, placed: '2026-11-20T08:00:00Z', by: '2026-11-20T10:00:00Z', expected: null, ended: null,
    lost: null, lostCause: null, refused: null, arrivals: [],
  };
  expect(partStateText(part, NOW, false)).toBe('running');
  expect(partStateText(part, NOW + 7_200_000, false)).toBe('overdue');
  expect(partStateText({ ...part, expected: '2026-11-20T10:01:00Z' }, NOW, false)).toBe('expected 1 min 0 s late');
  expect(partStateText(part, NOW, true)).toBe('stopped');
  expect(partStateText({ ...part, ended: '2026-11-20T09:59:00Z' }, NOW, false)).toBe('done in time');
  expect(partStateText({ ...part, lost: '2026-11-20T09:00:00Z', lostCause: 'provider-silent' }, NOW, false)).toBe('lost: it stopped answering');
});

test('bids have four significant digits', () => {
  expect(bidValue(0.123456)).toBe('0.1235');
  expect(bidValue(null)).toBe('–');
});
