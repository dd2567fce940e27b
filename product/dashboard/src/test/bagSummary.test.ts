import { describe, expect, test } from 'vitest';
import { bagSummary } from '../main/lib/bagSummary';
import { formatTime } from '../main/text/time';
import type { Bag } from '../main/api/types';
import { BAG, NOW } from './fixtures';

const RUNNING: Bag = { ...BAG, failed: [] };
const DONE: Bag = { ...RUNNING, state: 'done', done: 1200, forecast: null, ended: '2026-11-20T09:55:00Z', paid: '0.9' };

const text = (bag: Bag): string => {
  const summary = bagSummary(bag, null, NOW);
  return `${summary.tone}: ${summary.status} ${summary.next}`;
};

describe('the summary of a bag', () => {
  test('names missing outputs and a stopped bag', () => {
    const done: Bag = { ...RUNNING, state: 'done', failed: [], missingOutput: { count: 2, tasks: '1-2' } };
    expect(text(done)).toMatch(/^wait: Finished, but outputs of 2 tasks are missing/);
    expect(text({ ...RUNNING, state: 'stopped' })).toMatch(/^bad: Stopped, because the first tasks that ran all failed/);
  });

  test('asks for an answer to a quote', () => {
    const quote = { by: '2026-11-20T10:00:00Z', price: '1', expected: '2026-11-20T09:50:00Z', expires: '2026-11-20T09:10:00Z', alternative: null };
    expect(text({ ...RUNNING, state: 'quoted', promise: null, quote })).toBe(
      `wait: A quote waits for your answer until ${formatTime(quote.expires)}. Accept or decline it. Nothing runs before that.`,
    );
  });

  test('says that a bag is on time', () => {
    expect(text(RUNNING)).toBe(
      `good: On time, expected by ${formatTime('2026-11-20T09:30:00Z')}, 30 min 0 s before the promised end. You need not do anything.`,
    );
  });

  test('says that a promise is at risk', () => {
    expect(text({ ...RUNNING, forecast: '2026-11-20T10:05:00Z' })).toBe(
      `wait: At risk, expected by ${formatTime('2026-11-20T10:05:00Z')}, 5 min 0 s after the promised end.` +
        ' You can wait, or cancel the bag. If a provider is late, the server looks for another one.',
    );
  });

  test('says that a bag is late', () => {
    const late: Bag = { ...RUNNING, done: 1199, promise: { by: '2026-11-20T08:50:00Z', price: '1', parts: [] }, forecast: '2026-11-20T08:50:00Z' };
    expect(text(late)).toBe(
      `bad: Late: the promised end was ${formatTime('2026-11-20T08:50:00Z')}, and 1 task is left.` +
        ' You can wait, or cancel the bag. Results received so far are kept.',
    );
    const breach = { cause: 'provider-late', provider: 'north', promised: '2026-11-20T10:00:00Z', ended: '2026-11-20T10:10:00Z' };
    expect(text({ ...RUNNING, breach, forecast: '2026-11-20T10:10:00Z' })).toContain(
      `and 1,160 tasks are left, expected by ${formatTime('2026-11-20T10:10:00Z')}.`,
    );
  });

  test('points to a failed task while the bag runs', () => {
    expect(text(BAG)).toBe(
      `bad: On time, expected by ${formatTime('2026-11-20T09:30:00Z')}, but 3 of 40 ended tasks failed.` +
        ' Read the output of task 1, and cancel the bag if the other tasks will fail too.',
    );
  });

  test('says that a bag has finished', () => {
    expect(text(DONE)).toBe('good: Finished: all 1,200 tasks succeeded, 5 min 0 s before the promised end, for 0.9 credits. Download the results.');
    const breach = { cause: 'provider-late', provider: 'north', promised: '2026-11-20T10:00:00Z', ended: '2026-11-20T10:01:00Z' };
    expect(text({ ...DONE, ended: '2026-11-20T10:01:00Z', breach })).toMatch(/^bad: Finished: .* 1 min 0 s after the promised end/);
  });

  test('leads from failures to a retry', () => {
    expect(text({ ...DONE, failed: BAG.failed })).toBe(
      'bad: Finished, but 3 of 1,200 tasks failed, 5 min 0 s before the promised end. Read the output of task 1 to see why, then retry them.',
    );
  });

  test('gives the reason why there is no promise', () => {
    const none: Bag = { ...RUNNING, state: 'no-promise', promise: null, forecast: null };
    expect(bagSummary(none, 'insufficient-offers', NOW).status).toBe('No promise: the offers do not cover the bag. Nothing ran.');
    expect(text(none)).toBe(
      'bad: No promise was made. Nothing ran. Look at its offers, then use this bag as a template, with a later deadline or a higher budget.',
    );
    expect(bagSummary(none, 'insufficient-funds', NOW).next).toContain('Ask the operator for credits');
  });

  test('says what is left of a cancelled bag', () => {
    expect(text({ ...RUNNING, state: 'cancelled', ended: '2026-11-20T09:00:00Z' })).toBe(
      'plain: Cancelled: 40 of 1,200 tasks have results. Download the results, or retry the 1,160 tasks that failed or were not done.',
    );
    expect(text({ ...RUNNING, state: 'cancelled', done: 0 })).toContain('no task has a result. You can retry the 1,200 tasks');
  });

  test('exists for every state', () => {
    for (const state of ['bidding', 'calling', 'reserving', 'committing', 'unmatched', 'declined', 'given-up'] as const) {
      expect(text({ ...RUNNING, state, promise: null })).toMatch(/\w+: .*\. .*\.$/);
    }
  });
});
