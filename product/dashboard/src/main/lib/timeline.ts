import type { Bag, Part } from '../api/types';

/** A named instant on the time axis of a bag. */
export interface Mark {
  name: string;
  kind: 'now' | 'deadline' | 'promised' | 'forecast' | 'ended' | 'submitted';
  millis: number;
}

const millis = (instant: string): number => new Date(instant).getTime();

/** The marks on the time axis of a bag, in order. Marks at the same instant are merged. */
export function marks(bag: Bag, nowMillis: number): Mark[] {
  const found: Mark[] = [{ name: 'submitted', kind: 'submitted', millis: millis(bag.submitted) }];
  if (bag.deadline !== null) {
    found.push({ name: 'deadline', kind: 'deadline', millis: millis(bag.deadline) });
  }
  const promised = bag.promise?.by ?? bag.quote?.by ?? null;
  if (promised !== null) {
    found.push({ name: bag.promise === null ? 'quoted' : 'promised', kind: 'promised', millis: millis(promised) });
  }
  if (bag.forecast !== null && bag.ended === null) {
    found.push({ name: 'expected', kind: 'forecast', millis: millis(bag.forecast) });
  }
  if (bag.ended === null) {
    found.push({ name: 'now', kind: 'now', millis: nowMillis });
  } else {
    found.push({ name: 'ended', kind: 'ended', millis: millis(bag.ended) });
  }
  return merged(found.sort((a, b) => a.millis - b.millis));
}

function merged(marks: Mark[]): Mark[] {
  const result: Mark[] = [];
  for (const mark of marks) {
    const last = result.at(-1);
    if (last !== undefined && mark.millis - last.millis < 1000) {
      result[result.length - 1] = { ...mark, name: `${last.name}, ${mark.name}` };
    } else {
      result.push(mark);
    }
  }
  return result;
}

/** All instants that the axis must include. */
export function extent(bag: Bag, parts: Part[], nowMillis: number): number[] {
  const instants = marks(bag, nowMillis).map((mark) => mark.millis);
  for (const part of parts) {
    for (const instant of [part.placed, part.by, part.expected, part.ended]) {
      if (instant !== null) {
        instants.push(millis(instant));
      }
    }
  }
  return instants;
}

/** The row of each label, such that labels do not overlap. */
export function labelRows(widths: { at: number; width: number }[]): number[] {
  const ends: number[] = [];
  return widths.map(({ at, width }) => {
    const free = ends.findIndex((end) => end < at - width / 2);
    const row = free < 0 ? ends.length : free;
    ends[row] = at + width / 2 + 6;
    return row;
  });
}
