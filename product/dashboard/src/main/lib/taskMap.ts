import type { TaskCells } from '../api/types';

/**
 * The map of a bag's tasks: cells in rows, from left to right and from top to bottom. A cell represents one or many tasks;
 * the counts of all cells are five flat arrays, so that a million tasks need a few thousand numbers.
 */
export interface CellCounts {
  cells: number;
  succeeded: Int32Array;
  failed: Int32Array;
  placed: Int32Array;
  open: Int32Array;
  /** Succeeded, but outputs are missing. */
  missing: Int32Array;
}

/** The maximum number of cells of a map. */
export const MAX_CELLS = 4096;

export function expandRuns(cells: TaskCells): CellCounts {
  const length = cells.runs.reduce((sum, run) => sum + run[0], 0);
  const counts: CellCounts = {
    cells: length,
    succeeded: new Int32Array(length),
    failed: new Int32Array(length),
    placed: new Int32Array(length),
    open: new Int32Array(length),
    missing: new Int32Array(length),
  };
  let at = 0;
  for (const [equalCells, succeeded, failed, placed, open, missing] of cells.runs) {
    counts.succeeded.fill(succeeded, at, at + equalCells);
    counts.failed.fill(failed, at, at + equalCells);
    counts.placed.fill(placed, at, at + equalCells);
    counts.open.fill(open, at, at + equalCells);
    counts.missing.fill(missing, at, at + equalCells);
    at += equalCells;
  }
  return counts;
}

/** The totals of succeeded, failed, placed and open tasks, and of those with missing outputs. */
export function totals(counts: CellCounts): [number, number, number, number, number] {
  const sum = (array: Int32Array): number => array.reduce((total, one) => total + one, 0);
  return [sum(counts.succeeded), sum(counts.failed), sum(counts.placed), sum(counts.open), sum(counts.missing)];
}

export interface Layout {
  columns: number;
  rows: number;
  /** Pixels from one cell to the next. */
  pitch: number;
  /** Pixels of a cell without its gap. */
  side: number;
}

/** The layout with the largest cells that fits the width and the maximum height. */
export function layout(cells: number, width: number, maxHeight: number): Layout {
  const largest = 18;
  const smallest = 4;
  for (let pitch = largest; pitch >= smallest; pitch--) {
    const columns = Math.max(1, Math.floor(width / pitch));
    const rows = Math.ceil(cells / columns);
    if (rows * pitch <= maxHeight || pitch === smallest) {
      return { columns, rows, pitch, side: pitch - (pitch > 6 ? 2 : 1) };
    }
  }
  throw new Error('unreachable');
}

/** The cell at a point; -1 if there is none. */
export function cellAt(map: Layout, cells: number, x: number, y: number): number {
  const column = Math.floor(x / map.pitch);
  const row = Math.floor(y / map.pitch);
  const cell = row * map.columns + column;
  return column < 0 || column >= map.columns || row < 0 || cell >= cells ? -1 : cell;
}

/** The cell that a key of the keyboard moves to. */
export function neighbour(map: Layout, cells: number, cell: number, key: string): number {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -map.columns,
    ArrowDown: map.columns,
    Home: -cell,
    End: cells - 1 - cell,
  };
  const to = cell + (steps[key] ?? 0);
  return to < 0 || to >= cells ? cell : to;
}

/** The task indexes of a cell: the first, and the one after the last. */
export function taskRange(cells: TaskCells, cell: number): [number, number] {
  const from = cells.from + cell * cells.cellTasks;
  return [from, Math.min(from + cells.cellTasks, cells.until)];
}

/** The index in the task list of a task of the bag; they differ in a retry. */
export function listIndex(only: string | null, taskIndex: number): number {
  if (only === null) {
    return taskIndex;
  }
  let left = taskIndex;
  for (const range of only.split(',')) {
    const [first, last] = range.split('-').map(Number) as [number, number | undefined];
    const length = (last ?? first) - first + 1;
    if (left < length) {
      return first + left;
    }
    left -= length;
  }
  return taskIndex;
}

/** How a cell is drawn. One failure among thousands must be visible. */
export type Kind = 'failed' | 'missing' | 'succeeded' | 'partly' | 'placed' | 'open';

export function cellKind(counts: CellCounts, cell: number): Kind {
  if ((counts.failed[cell] ?? 0) > 0) {
    return 'failed';
  }
  if ((counts.missing[cell] ?? 0) > 0) {
    return 'missing';
  }
  const succeeded = counts.succeeded[cell] ?? 0;
  const placed = counts.placed[cell] ?? 0;
  const open = counts.open[cell] ?? 0;
  if (succeeded > 0) {
    return placed + open === 0 ? 'succeeded' : 'partly';
  }
  return placed > 0 ? 'placed' : 'open';
}

/** The share of a cell's tasks that have ended, from 0 to 1. */
export function endedShare(counts: CellCounts, cell: number): number {
  const ended = (counts.succeeded[cell] ?? 0) + (counts.failed[cell] ?? 0) + (counts.missing[cell] ?? 0);
  const all = ended + (counts.placed[cell] ?? 0) + (counts.open[cell] ?? 0);
  return all === 0 ? 0 : ended / all;
}
