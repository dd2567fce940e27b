import { failedTasks, hasEnded, type Bag } from '../api/types';

/** Which bags a list shows. */
export const FILTERS = ['all', 'active', 'attention', 'done', 'quotes'] as const;
export type BagFilter = (typeof FILTERS)[number];

export const FILTER_NAMES: Record<BagFilter, string> = {
  all: 'All bags',
  active: 'Not ended',
  attention: 'With problems',
  done: 'Done without failures',
  quotes: 'Quotes',
};

export function filterOf(text: string | null): BagFilter {
  return FILTERS.find((filter) => filter === text) ?? 'all';
}

/** Whether a bag has failed tasks, broke its promise, got none, or was given up. */
export function needsAttention(bag: Bag): boolean {
  return (
    failedTasks(bag) > 0 ||
    bag.missingOutput !== null ||
    bag.breach !== null ||
    ['no-promise', 'unmatched', 'stopped', 'given-up'].includes(bag.state)
  );
}

/** Whether a bag belongs to a filter. A quote that was not accepted is only among the quotes. */
export function isShown(bag: Bag, filter: BagFilter): boolean {
  switch (filter) {
    case 'all':
      return bag.state !== 'declined';
    case 'active':
      return !hasEnded(bag);
    case 'attention':
      return needsAttention(bag);
    case 'done':
      return bag.state === 'done' && failedTasks(bag) === 0;
    case 'quotes':
      return bag.state === 'quoted' || bag.state === 'declined';
  }
}

/** The bags of a filter whose name or id contains a text. */
export function filterBags(bags: Bag[], filter: BagFilter, search: string): Bag[] {
  const wanted = search.trim().toLowerCase();
  return bags.filter(
    (bag) => isShown(bag, filter) && (bag.name.toLowerCase().includes(wanted) || bag.id.toLowerCase().includes(wanted)),
  );
}
