import { expect, test } from 'vitest';
import { FILTERS, filterBags, filterOf } from '../main/lib/bagFilter';
import { bagsLink, routeOf } from '../main/lib/route';
import type { Bag } from '../main/api/types';
import { BAG } from './fixtures';

const bag = (id: string, more: Partial<Bag>): Bag => ({ ...BAG, id, failed: [], ...more });
const breach = { cause: 'provider-late', provider: 'north', promised: '2026-11-20T10:00:00Z', ended: '2026-11-20T10:10:00Z' };
const BAGS = [
  bag('running', {}),
  bag('failing', { failed: BAG.failed, name: 'Lens' }),
  bag('done', { state: 'done' }),
  bag('late', { state: 'done', breach }),
  bag('failed', { state: 'done', failed: BAG.failed }),
  bag('none', { state: 'no-promise' }),
  bag('cancelled', { state: 'cancelled' }),
  bag('quoted', { state: 'quoted' }),
  bag('declined', { state: 'declined' }),
];

test('bags are filtered by state; declined quotes are only among quotes', () => {
  expect(FILTERS.map((filter) => filterBags(BAGS, filter, '').map((one) => one.id))).toEqual([
    ['running', 'failing', 'done', 'late', 'failed', 'none', 'cancelled', 'quoted'],
    ['running', 'failing', 'quoted'],
    ['failing', 'late', 'failed', 'none'],
    ['done', 'late'],
    ['quoted', 'declined'],
  ]);
});

test('bags are found by name and id', () => {
  expect(filterBags(BAGS, 'all', ' lens ').map((one) => one.id)).toEqual(['failing']);
  expect(filterBags(BAGS, 'all', 'CANCEL').map((one) => one.id)).toEqual(['cancelled']);
  expect(filterBags(BAGS, 'all', 'xyz')).toEqual([]);
});

test('a filter has an address', () => {
  expect(routeOf(bagsLink('attention'))).toEqual({ page: 'bags', filter: 'attention' });
  expect(routeOf('#/bags')).toEqual({ page: 'bags', filter: null });
  expect(filterOf('attention')).toBe('attention');
  expect(filterOf('nothing')).toBe('all');
  expect(filterOf(null)).toBe('all');
});
