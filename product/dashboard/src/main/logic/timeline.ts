import type { Bag, Part } from '../market/types';

/** An instant on the axis of a bag that has a name. */
export interface Mark {
  name: string;
  kind: 'now' | 'deadline' | 'promised' | 'forecast' | 'ended' | 'submitted';
  millis: number;
}

const millis = (instant: string): number => new Date(instant).getTime();

/** What is on the time axis of a bag, from left to right. What is the same instant is said once. */
export function marks(bag: Bag, nowMillis: number): Mark[] {
  const found: Mark[] = [{ name: 'handed in', kind: 'submitted', millis: millis(bag.submitted) }];
  if (bag.deadline !== null) {
    found.push({ name: 'deadline', kind: 'deadline', millis: millis(bag.deadline) });
  }
  const promised = bag.promise?.by ?? bag.counterOffer?.by ?? null;
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

/** All instants that the axis must hold. */
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

/** How many rows of labels are needed so that none covers another, and in which row each is. */
export function labelRows(widths: { at: number; width: number }[]): number[] {
  const ends: number[] = [];
  return widths.map(({ at, width }) => {
    const free = ends.findIndex((end) => end < at - width / 2);
    const row = free < 0 ? ends.length : free;
    ends[row] = at + width / 2 + 6;
    return row;
  });
}
