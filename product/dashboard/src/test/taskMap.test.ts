import { describe, expect, test } from 'vitest';
import { cellAt, endedShare, cellKind, layout, neighbour, taskRange, listIndex, totals, expandRuns } from '../main/lib/taskMap';
import type { TaskCells } from '../main/api/types';

const MILLION: TaskCells = {
  version: 1, tasks: 1_000_000, only: null, from: 0, until: 1_000_000, cellTasks: 245,
  runs: [[2000, 245, 0, 0, 0, 0], [1, 200, 1, 44, 0, 0], [2080, 0, 0, 245, 0, 0], [1, 0, 0, 100, 54, 1]],
};

describe('a map of a million tasks', () => {
  const counts = expandRuns(MILLION);

  test('has a few thousand cells', () => {
    expect(counts.cells).toBe(4082);
    expect(totals(counts).reduce((a, b) => a + b)).toBe(2000 * 245 + 245 + 2080 * 245 + 155);
  });

  test('shows one failure among thousands', () => {
    expect(cellKind(counts, 0)).toBe('succeeded');
    expect(cellKind(counts, 2000)).toBe('failed');
    expect(cellKind(counts, 2001)).toBe('placed');
    expect(cellKind(counts, 4081)).toBe('missing');
    expect(endedShare(counts, 2000)).toBeCloseTo(201 / 245);
  });

  test('maps a cell to its tasks', () => {
    expect(taskRange(MILLION, 0)).toEqual([0, 245]);
    expect(taskRange(MILLION, 4081)).toEqual([999_845, 1_000_000]);
  });

  test('fits the width', () => {
    for (const width of [320, 700, 1180]) {
      const map = layout(counts.cells, width, 300);
      expect(map.columns * map.pitch).toBeLessThanOrEqual(width);
      expect(map.columns * map.rows).toBeGreaterThanOrEqual(counts.cells);
    }
  });
});

describe('on the map', () => {
  const map = layout(10, 64, 300);

  test('a point maps to a cell or none', () => {
    expect(map).toMatchObject({ columns: 3, rows: 4, pitch: 18 });
    expect(cellAt(map, 10, 0, 0)).toBe(0);
    expect(cellAt(map, 10, 40, 20)).toBe(5);
    expect(cellAt(map, 10, 60, 0)).toBe(-1);
    expect(cellAt(map, 10, 20, 60)).toBe(-1);
  });

  test('keys do not leave the map', () => {
    expect(neighbour(map, 10, 4, 'ArrowUp')).toBe(1);
    expect(neighbour(map, 10, 1, 'ArrowUp')).toBe(1);
    expect(neighbour(map, 10, 9, 'ArrowRight')).toBe(9);
    expect(neighbour(map, 10, 4, 'End')).toBe(9);
    expect(neighbour(map, 10, 4, 'Home')).toBe(0);
  });
});

test('a retry shows the indexes of the task list', () => {
  expect(listIndex(null, 3)).toBe(3);
  expect(listIndex('5,7-9', 0)).toBe(5);
  expect(listIndex('5,7-9', 3)).toBe(9);
});
