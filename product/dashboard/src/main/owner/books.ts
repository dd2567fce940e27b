import type { Day } from './agent';

/** Days taken together; money is added in thousandths, in which it is kept. */
export function sum(days: Day[]): Omit<Day, 'day'> {
  const all = { calls: 0, offers: 0, won: 0, tasks: 0, billed: '0' };
  let thousandths = 0;
  for (const day of days) {
    all.calls += day.calls;
    all.offers += day.offers;
    all.won += day.won;
    all.tasks += day.tasks;
    thousandths += Math.round(Number(day.billed) * 1000);
  }
  all.billed = String(thousandths / 1000);
  return all;
}

/** Those of the last so many days, today among them. */
export function latest(days: Day[], most: number, nowMillis: number): Day[] {
  const first = new Date(nowMillis - (most - 1) * 86_400_000).toISOString().slice(0, 10);
  return days.filter((day) => day.day >= first);
}
