import { describe, expect, test } from 'vitest';
import { gathered, overTime, perTask, purpose } from '../main/logic/money';
import { routeOf } from '../main/logic/route';
import { tasksToRetry, type Entry, type EntryKind } from '../main/market/types';
import { BAG, NOW } from './fixtures';

function entry(minutesAgo: number, kind: EntryKind, amount: string): Entry {
  const at = new Date(NOW - minutesAgo * 60_000).toISOString();
  return { at, kind, amount, bag: 'b1', name: 'pi', provider: 'north' };
}

describe('money over time', () => {
  const entries = [
    entry(1, 'release', '1.9'),
    entry(2, 'charge', '-0.1'),
    entry(3, 'hold', '-2'),
    entry(4, 'deposit', '10'),
  ];

  test('is reckoned back from what is there now', () => {
    const steps = overTime({ balance: '9.9', held: [] }, entries, NOW);
    expect(steps.map((step) => [step.balance, step.held])).toEqual([
      [0, 0],
      [10, 0],
      [8, 2],
      [8, 1.9],
      [9.9, 0],
      [9.9, 0],
    ]);
    expect(steps[0]?.atMillis).toBe(NOW - 4 * 60_000);
    expect(steps.at(-1)?.atMillis).toBe(NOW);
  });

  test('knows what is set aside, and who owes', () => {
    const steps = overTime({ balance: '-2.5', held: [{ bag: 'b1', name: 'pi', amount: '2.5' }] }, [entry(3, 'hold', '-2.5')], NOW);
    expect(steps).toHaveLength(3);
    expect(steps[0]).toEqual({ atMillis: NOW - 3 * 60_000, balance: 0, held: 0 });
    expect(steps[1]).toEqual({ atMillis: NOW - 3 * 60_000, balance: -2.5, held: 2.5 });
    expect(overTime({ balance: '0', held: [] }, [], NOW)).toHaveLength(1);
  });

  test('says what each was for, bills of the same provider for the same bag together', () => {
    const list = gathered([
      entry(1, 'charge', '-0.1'),
      entry(2, 'release', '3'),
      entry(3, 'charge', '-0.2'),
      { ...entry(4, 'charge', '-1'), bag: 'b2' },
    ]);
    expect(list.map((one) => [one.amount, purpose(one)])).toEqual([
      ['-0.3', 'paid to north, of what was set aside, in 2 bills'],
      ['3', 'not needed at north, and back'],
      ['-1', 'paid to north, of what was set aside'],
    ]);
    expect(purpose({ ...entry(1, 'penalty', '1'), provider: null, count: 1 })).toBe('from a provider, for a broken promise');
  });

  test('of a host is said for a task, once one is done', () => {
    expect(perTask({ paid: '1', done: 3 })).toBe('0.333');
    expect(perTask({ paid: '0', done: 0 })).toBeNull();
  });
});

test('the account has a place', () => {
  expect(routeOf('#/account')).toEqual({ page: 'account' });
});

test('what failed and what was not done can be tried again', () => {
  expect(tasksToRetry({ ...BAG, tasks: 10, done: 8, failed: [{ exitCode: 1, count: 2, tasks: '3-4' }] })).toBe(4);
});
