import { describe, expect, test } from 'vitest';
import { groupCharges, balanceHistory, costPerTask, entryText, ledgerCsv, ledgerRows, spendingByBag, spendingByMonth } from '../main/lib/accountHistory';
import { routeOf } from '../main/lib/route';
import { tasksToRetry, type Entry, type EntryKind } from '../main/api/types';
import { BAG, NOW } from './fixtures';

function entry(minutesAgo: number, kind: EntryKind, amount: string): Entry {
  const at = new Date(NOW - minutesAgo * 60_000).toISOString();
  return { at, kind, amount, balance: '0', bag: 'b1', name: 'pi', provider: 'north' };
}

describe('account history', () => {
  const entries = [
    entry(1, 'release', '1.9'),
    entry(2, 'charge', '-0.1'),
    entry(3, 'hold', '-2'),
    entry(4, 'deposit', '10'),
  ];

  test('is computed backwards from the current balance', () => {
    const steps = balanceHistory({ balance: '9.9', holds: [] }, entries, NOW);
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

  test('includes holds and debt', () => {
    const steps = balanceHistory({ balance: '-2.5', holds: [{ bag: 'b1', name: 'pi', amount: '2.5' }] }, [entry(3, 'hold', '-2.5')], NOW);
    expect(steps).toHaveLength(3);
    expect(steps[0]).toEqual({ atMillis: NOW - 3 * 60_000, balance: 0, held: 0 });
    expect(steps[1]).toEqual({ atMillis: NOW - 3 * 60_000, balance: -2.5, held: 2.5 });
    expect(balanceHistory({ balance: '0', holds: [] }, [], NOW)).toHaveLength(1);
  });

  test('groups charges of a provider for a bag', () => {
    const list = groupCharges([
      entry(1, 'charge', '-0.1'),
      entry(2, 'release', '3'),
      entry(3, 'charge', '-0.2'),
      { ...entry(4, 'charge', '-1'), bag: 'b2' },
    ]);
    expect(list.map((one) => [one.amount, entryText(one)])).toEqual([
      ['-0.3', 'paid to north from the hold, in 2 charges'],
      ['3', 'released from the hold for north'],
      ['-1', 'paid to north from the hold'],
    ]);
    expect(entryText({ ...entry(1, 'penalty', '1'), provider: null, count: 1 })).toBe('penalty paid by a provider for a broken promise');
  });

  test('has rows that add up, with charges taken from the hold', () => {
    const rows = ledgerRows({ balance: '-0.056', holds: [] }, [
      entry(1, 'release', '0.184'),
      entry(2, 'charge', '-0.056'),
      entry(3, 'hold', '-0.24'),
    ]);
    expect(rows.map((row) => [row.balanceChange, row.heldChange, row.balance, row.held])).toEqual([
      [0.184, -0.184, -0.056, 0],
      [0, -0.056, -0.24, 0.184],
      [-0.24, 0.24, -0.24, 0.24],
    ]);
  });

  test('has totals by bag and month, minus penalties', () => {
    const list = [...entries, entry(5, 'penalty', '0.04'), { ...entry(6, 'charge', '-1'), bag: 'b2', name: 'tau' }];
    expect(spendingByBag(list).map((one) => [one.key, one.name, one.charged, one.penalties, one.spent])).toEqual([
      ['b1', 'pi', 0.1, 0.04, 0.06],
      ['b2', 'tau', 1, 0, 1],
    ]);
    expect(spendingByMonth([...list, { ...entry(1, 'charge', '-2'), at: '2026-10-15T12:00:00Z' }]).map((one) => [one.name, one.spent])).toEqual([
      ['2026-11', 1.06],
      ['2026-10', 2],
    ]);
  });

  test('can be saved as CSV without formulas', () => {
    const csv = ledgerCsv(ledgerRows({ balance: '1', holds: [] }, [{ ...entry(0, 'deposit', '1'), bag: null, name: '=1+"2"', provider: null }]));
    expect(csv.split('\r\n')).toEqual([
      'at,kind,bag,name,provider,balance_change,hold_change,balance_after,on_hold_after',
      `2026-11-20T09:00:00.000Z,deposit,,"'=1+""2""",,1,0,1,0`,
      '',
    ]);
  });

  test('has the cost per task once a task is done', () => {
    expect(costPerTask({ paid: '1', done: 3 })).toBe('0.333');
    expect(costPerTask({ paid: '0', done: 0 })).toBeNull();
  });
});

test('the account page has a route', () => {
  expect(routeOf('#/account')).toEqual({ page: 'account' });
});

test('failed and unfinished tasks can be retried', () => {
  expect(tasksToRetry({ ...BAG, tasks: 10, done: 8, failed: [{ exitCode: 1, count: 2, tasks: '3-4', runtimeSeconds: null }] })).toBe(4);
});
