import type { Cells } from '../market/types';

/**
 * The map of a bag's tasks: cells in rows, from left to right and from top to bottom. A cell stands for one task or for
 * thousands; the counts of all cells are four flat arrays, so that a million tasks are a few thousand numbers.
 */
export interface CellCounts {
  cells: number;
  succeeded: Int32Array;
  failed: Int32Array;
  placed: Int32Array;
  open: Int32Array;
}

/** As many cells as a map asks for. */
export const MOST_CELLS = 4096;

export function unpack(cells: Cells): CellCounts {
  const length = cells.runs.reduce((sum, run) => sum + run[0], 0);
  const counts: CellCounts = {
    cells: length,
    succeeded: new Int32Array(length),
    failed: new Int32Array(length),
    placed: new Int32Array(length),
    open: new Int32Array(length),
  };
  let at = 0;
  for (const [alike, succeeded, failed, placed, open] of cells.runs) {
    counts.succeeded.fill(succeeded, at, at + alike);
    counts.failed.fill(failed, at, at + alike);
    counts.placed.fill(placed, at, at + alike);
    counts.open.fill(open, at, at + alike);
    at += alike;
  }
  return counts;
}

/** The totals of a map, in the same order. */
export function totals(counts: CellCounts): [number, number, number, number] {
  const sum = (array: Int32Array): number => array.reduce((total, one) => total + one, 0);
  return [sum(counts.succeeded), sum(counts.failed), sum(counts.placed), sum(counts.open)];
}

export interface Layout {
  columns: number;
  rows: number;
  /** Pixels from one cell to the next. */
  pitch: number;
  /** Pixels of a cell without its gap. */
  side: number;
}

/** The largest cells that fit the width and are not higher together than they may be. */
export function layout(cells: number, width: number, mostHeight: number): Layout {
  const largest = 18;
  const smallest = 4;
  for (let pitch = largest; pitch >= smallest; pitch--) {
    const columns = Math.max(1, Math.floor(width / pitch));
    const rows = Math.ceil(cells / columns);
    if (rows * pitch <= mostHeight || pitch === smallest) {
      return { columns, rows, pitch, side: pitch - (pitch > 6 ? 2 : 1) };
    }
  }
  throw new Error('unreachable');
}

/** The cell at a point, or -1. */
export function cellAt(map: Layout, cells: number, x: number, y: number): number {
  const column = Math.floor(x / map.pitch);
  const row = Math.floor(y / map.pitch);
  const cell = row * map.columns + column;
  return column < 0 || column >= map.columns || row < 0 || cell >= cells ? -1 : cell;
}

/** Where a key of the keyboard leads from a cell. */
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

/** The places in the bag that a cell stands for: from, and before which. */
export function placesOf(cells: Cells, cell: number): [number, number] {
  const from = cells.from + cell * cells.cellTasks;
  return [from, Math.min(from + cells.cellTasks, cells.until)];
}

/** The number in the bag's list of the task at a place, which differ for a retry. */
export function taskNumber(only: string | null, place: number): number {
  if (only === null) {
    return place;
  }
  let left = place;
  for (const range of only.split(',')) {
    const [first, last] = range.split('-').map(Number) as [number, number | undefined];
    const length = (last ?? first) - first + 1;
    if (left < length) {
      return first + left;
    }
    left -= length;
  }
  return place;
}

/** Of what kind a cell is drawn: a failure among thousands must be seen. */
export type Kind = 'failed' | 'succeeded' | 'partly' | 'placed' | 'open';

export function kindOf(counts: CellCounts, cell: number): Kind {
  if ((counts.failed[cell] ?? 0) > 0) {
    return 'failed';
  }
  const succeeded = counts.succeeded[cell] ?? 0;
  const placed = counts.placed[cell] ?? 0;
  const open = counts.open[cell] ?? 0;
  if (succeeded > 0) {
    return placed + open === 0 ? 'succeeded' : 'partly';
  }
  return placed > 0 ? 'placed' : 'open';
}

/** How much of a cell has ended, from 0 to 1. */
export function endedShare(counts: CellCounts, cell: number): number {
  const ended = (counts.succeeded[cell] ?? 0) + (counts.failed[cell] ?? 0);
  const all = ended + (counts.placed[cell] ?? 0) + (counts.open[cell] ?? 0);
  return all === 0 ? 0 : ended / all;
}
