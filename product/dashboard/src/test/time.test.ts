import { describe, expect, test } from 'vitest';
import { budgetAt, rangeOf, credits, deadlineAt, stepOf, tasksPerProvider } from '../main/lib/quoteRange';
import { bagLink, routeOf } from '../main/lib/route';
import { scaleOver, tickLabel, ticks, x } from '../main/lib/timeScale';
import { labelRows, marks } from '../main/lib/timeline';
import { BAG, NOW } from './fixtures';

describe('a time axis', () => {
  test('includes all instants and has few round ticks', () => {
    for (const span of [1000, 90_000, 3_600_000, 40 * 86_400_000]) {
      const scale = scaleOver([NOW, NOW + span], 800);
      expect(x(scale, NOW)).toBeGreaterThan(0);
      expect(x(scale, NOW + span)).toBeLessThan(800);
      const shown = ticks(scale, 8);
      expect(shown.length).toBeLessThanOrEqual(9);
      expect(shown.length).toBeGreaterThan(0);
      expect(new Set(shown.map((tick) => tickLabel(scale, tick))).size).toBe(shown.length);
    }
  });

  test('without instants is valid', () => {
    expect(Number.isFinite(x(scaleOver([], 100), 0))).toBe(true);
  });

  test('merges marks at the same instant', () => {
    expect(marks(BAG, NOW).map((mark) => mark.name)).toEqual(['submitted', 'now', 'expected', 'deadline, promised']);
    expect(marks({ ...BAG, ended: '2026-11-20T09:40:00Z' }, NOW).map((mark) => mark.name)).toEqual(['submitted', 'ended', 'deadline, promised']);
  });

  test('puts overlapping labels into rows', () => {
    expect(labelRows([{ at: 50, width: 80 }, { at: 60, width: 80 }, { at: 200, width: 80 }])).toEqual([0, 1, 0]);
  });
});

describe('quote range', () => {
  const offer = { provider: 'a', tasks: 10, by: '2026-11-20T09:10:00Z', pricePerTask: '0.5', usedTasks: 4, unusedReason: null };
  const range = rangeOf([offer, { ...offer, provider: 'b', by: '2026-11-20T09:30:00Z', pricePerTask: '0.2', usedTasks: 6 }], 10, '2026-11-20T09:10:00Z', null);

  test('covers all offers in time and price', () => {
    expect(deadlineAt(range, 0)).toBe('2026-11-20T09:10:00.000Z');
    expect(deadlineAt(range, 1000) > '2026-11-20T09:30:00.000Z').toBe(true);
    expect(Number(budgetAt(range, 0))).toBeLessThan(2);
    expect(Number(budgetAt(range, 1000))).toBeGreaterThan(5);
    expect(stepOf(range, deadlineAt(range, 500))).toBe(500);
    expect(stepOf(range, '2030-01-01T00:00:00Z')).toBe(1000);
  });

  test('lists tasks per provider, largest first', () => {
    expect(tasksPerProvider([offer, { ...offer, provider: 'b', usedTasks: 6 }, { ...offer, usedTasks: 0 }])).toEqual([
      { provider: 'b', tasks: 6 },
      { provider: 'a', tasks: 4 },
    ]);
  });

  test('rounds prices up to thousandths', () => {
    expect(credits(1.0001)).toBe('1.001');
    expect(credits(2)).toBe('2');
  });
});

test('an unknown fragment is the overview', () => {
  expect(routeOf('#/bag/a%2Fb/task/17')).toEqual({ page: 'bag', id: 'a/b', task: 17 });
  expect(routeOf(bagLink('x', 3))).toEqual({ page: 'bag', id: 'x', task: 3 });
  expect(routeOf('#/bag/x/task/y')).toEqual({ page: 'bag', id: 'x', task: null });
  expect(routeOf('#/providers')).toEqual({ page: 'providers', id: null });
  expect(routeOf('#/%E0%A4%A')).toEqual({ page: 'overview' });
  expect(routeOf('')).toEqual({ page: 'overview' });
});
