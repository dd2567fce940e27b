import { expect, test } from 'vitest';
import { partRows } from '../main/lib/partRows';
import type { Part } from '../main/api/types';
import { NOW } from './fixtures';

const part: Part = {
  provider: 'north', tasks: 3, placed: '2026-11-20T08:00:00Z', by: '2026-11-20T10:00:00Z', expected: null, ended: null,
  lost: null, lostCause: null, refused: null, arrivals: [{ at: '2026-11-20T08:30:00Z', tasks: 2 }],
};
const promised = { provider: 'south', tasks: 1, by: '2026-11-20T09:40:00Z', price: '0.5', done: 0, firm: true };

test('parts of all rounds are listed, with prices of those in the promise', () => {
  const lost: Part = { ...part, lost: '2026-11-20T08:50:00Z', lostCause: 'provider-silent' };
  const replacement: Part = { ...part, provider: 'south', tasks: 1, by: promised.by, arrivals: [] };
  const rows = partRows([lost, replacement], [promised], null, NOW);
  expect(rows.map((row) => [row.provider, row.state, row.isBad, row.results, row.price])).toEqual([
    ['north', 'lost: it stopped answering', true, 2, null],
    ['south', 'running', false, 0, '0.5'],
  ]);
});

test('a provider with one part has its price though its end was changed', () => {
  const moved: Part = { ...part, provider: 'south', by: '2026-11-20T09:41:00Z' };
  expect(partRows([moved], [promised], null, NOW)[0]?.price).toBe('0.5');
  expect(partRows([moved, { ...moved, by: '2026-11-20T09:42:00Z' }], [promised], null, NOW)[0]?.price).toBeNull();
});

test('before a part is placed the promised parts are listed', () => {
  expect(partRows([], [promised], null, NOW)).toMatchObject([{ provider: 'south', state: 'not started', tasks: 1, price: '0.5' }]);
});
