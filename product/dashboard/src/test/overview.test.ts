import { describe, expect, test } from 'vitest';
import { monthSpending, overviewOf, punctualityOf } from '../main/lib/overview';
import { routeOf } from '../main/lib/route';
import type { Bag, Entry } from '../main/api/types';
import { BAG, NOW } from './fixtures';

const bag = (id: string, more: Partial<Bag>): Bag => ({ ...BAG, id, failed: [], ...more });
const ids = (bags: Bag[]): string[] => bags.map((one) => one.id);
const breach = { cause: 'provider-late', provider: 'north', promised: '2026-11-20T10:00:00Z', ended: '2026-11-20T10:10:00Z' };
const promise = { by: '2026-11-20T09:10:00Z', price: '1', parts: [] };

describe('the overview', () => {
  const overview = overviewOf(
    [
      bag('good', {}),
      bag('risky', { promise, forecast: '2026-11-20T09:20:00Z' }),
      bag('broken', { breach }),
      bag('failing', { failed: BAG.failed }),
      bag('waiting', { state: 'calling', promise: null, forecast: null }),
      bag('quote', { state: 'quoted', promise: null, forecast: null }),
      bag('done', { state: 'done', done: 1200, ended: '2026-11-20T08:00:00Z' }),
      bag('failed', { state: 'done', done: 1200, failed: BAG.failed, ended: '2026-11-20T08:30:00Z' }),
      bag('old', { state: 'done', failed: BAG.failed, ended: '2026-11-01T08:00:00Z' }),
      bag('none', { state: 'no-promise', done: 0, promise: null, ended: '2026-11-20T07:00:00Z' }),
      bag('declined', { state: 'declined', done: 0, promise: null, ended: '2026-11-20T07:00:00Z' }),
    ],
    NOW,
  );

  test('lists what runs, earliest promise first', () => {
    expect(ids(overview.running)).toEqual(['waiting', 'risky', 'good', 'broken', 'failing']);
  });

  test('lists promises at risk and late ones', () => {
    expect(ids(overview.atRisk)).toEqual(['risky', 'broken']);
    expect(punctualityOf(bag('x', {}), NOW)).toBe('on time');
    expect(punctualityOf(bag('x', { promise, forecast: '2026-11-20T09:20:00Z' }), NOW)).toBe('at risk');
    expect(punctualityOf(bag('lost tasks', { forecast: null }), NOW)).toBe('at risk');
    expect(punctualityOf(bag('x', {}), NOW + 7_200_000)).toBe('late');
  });

  test('lists quotes and recent failures that need attention', () => {
    expect(ids(overview.attention)).toEqual(['failing', 'quote', 'failed', 'none']);
  });

  test('lists the last results', () => {
    expect(ids(overview.recent)).toEqual(['failed', 'done', 'old']);
  });
});

describe('spending of this month', () => {
  const entry = (at: string, amount: string): Entry => ({ at, kind: 'charge', amount, balance: '0', bag: 'b', name: 'n', provider: 'p' });
  const pages = [
    { entries: [entry('2026-11-19T12:00:00Z', '-1')], next: '1' },
    { entries: [entry('2026-11-10T12:00:00Z', '-2'), entry('2026-10-20T12:00:00Z', '-4')], next: '2' },
    { entries: [entry('2026-10-10T12:00:00Z', '-8')], next: null },
  ];
  const read = async (cursor: string | null): Promise<(typeof pages)[0]> => pages[Number(cursor ?? '0')]!;

  test('is read until the month before', async () => {
    expect(await monthSpending(read, 9, NOW)).toEqual({ spent: 3, isPartial: false });
  });

  test('is partial if there are too many entries', async () => {
    expect(await monthSpending(read, 1, NOW)).toEqual({ spent: 1, isPartial: true });
  });
});

test('the overview is the first page', () => {
  expect(routeOf('#/')).toEqual({ page: 'overview' });
});
