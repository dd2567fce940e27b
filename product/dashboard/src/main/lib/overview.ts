import { failedTasks, hasEnded, type Account, type Bag, type Entry } from '../api/types';
import { monthOf, spendingByMonth } from './accountHistory';
import { needsAttention } from './bagFilter';

/** Older problems are not on the overview. */
const ATTENTION_MILLIS = 7 * 24 * 3_600_000;
const MAX_RECENT = 5;

const millis = (instant: string): number => new Date(instant).getTime();

/** How the forecast of a bag that has not ended compares with its promise. */
export type Punctuality = 'on time' | 'at risk' | 'late';

export function punctualityOf(bag: Bag, nowMillis: number): Punctuality {
  if (bag.promise === null) {
    return 'on time';
  }
  if (bag.breach !== null || nowMillis > millis(bag.promise.by)) {
    return 'late';
  }
  // Without a forecast, tasks were lost and not placed again, or the last forecast has passed.
  return bag.forecast === null || millis(bag.forecast) > millis(bag.promise.by) ? 'at risk' : 'on time';
}

/** The bags of a user, arranged by what the user must know first. */
export interface Overview {
  /** Not ended, without quotes that wait for an answer; earliest promise first. */
  running: Bag[];
  atRisk: Bag[];
  /** Quotes that wait for an answer, and bags with failures of the last seven days, newest first. */
  attention: Bag[];
  /** The last bags with results, last end first. */
  recent: Bag[];
}

export function overviewOf(bags: Bag[], nowMillis: number): Overview {
  const running = bags
    .filter((bag) => !hasEnded(bag) && bag.state !== 'quoted')
    .sort((a, b) => millis(a.promise?.by ?? a.submitted) - millis(b.promise?.by ?? b.submitted));
  const isFresh = (bag: Bag): boolean => bag.ended === null || nowMillis - millis(bag.ended) <= ATTENTION_MILLIS;
  const isFailure = (bag: Bag): boolean => (hasEnded(bag) ? needsAttention(bag) : failedTasks(bag) > 0);
  return {
    running,
    atRisk: running.filter((bag) => punctualityOf(bag, nowMillis) !== 'on time'),
    attention: bags.filter((bag) => bag.state === 'quoted' || (isFresh(bag) && isFailure(bag))),
    recent: bags
      .filter((bag) => bag.ended !== null && bag.done > 0)
      .sort((a, b) => millis(b.ended ?? '') - millis(a.ended ?? ''))
      .slice(0, MAX_RECENT),
  };
}

/** What was spent in the month of now, in credits; at least that much if `isPartial`. */
export interface MonthSpending {
  spent: number;
  isPartial: boolean;
}

/** The spending of this month, from pages of the account that are read until the month before. */
export async function monthSpending(
  readPage: (cursor: string | null) => Promise<Pick<Account, 'entries' | 'next'>>,
  maxPages: number,
  nowMillis: number,
): Promise<MonthSpending> {
  const month = monthOf(nowMillis);
  const entries: Entry[] = [];
  let cursor: string | null = null;
  let isPartial = true;
  for (let page = 0; page < maxPages && isPartial; page++) {
    const read: Pick<Account, 'entries' | 'next'> = await readPage(cursor);
    entries.push(...read.entries);
    cursor = read.next;
    isPartial = cursor !== null && read.entries.every((entry) => monthOf(entry.at) >= month);
  }
  return { spent: spendingByMonth(entries).find((one) => one.key === month)?.spent ?? 0, isPartial };
}
